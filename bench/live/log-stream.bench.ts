import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { dockerAt } from '../../tests/container-engine.ts'
import { openBrowser, signedIn } from '../support/browser.ts'
import { startDockerControlPlane } from '../support/docker-control-plane.ts'
import { printFigure, printMinimum, quantile } from '../support/figures.ts'
import { readFrames, recordFrames } from '../support/frames/frames.ts'
import { readDelays, recordDelays } from '../support/render-delays.ts'
import { checkStoredLines } from '../support/stored-lines.ts'

/** A real container's lines in a real browser: throughput and latency. */
const LINES_PER_SECOND = 10_000
const SECONDS = 60
const TICK_MS = 50
const OPENS_MS = 2000
const TICKS_SECONDS = 30

const browser = await openBrowser()
const controlPlane = browser && (await startDockerControlPlane())
if (!browser || !controlPlane) {
  console.log(`Skipped: ${browser ? 'there is no container engine' : 'no Chromium was found'}.`)
  await browser?.close()
  process.exit(0)
}

const openLog = async (address: string): Promise<Page> => {
  const page = await (await signedIn(browser, controlPlane.url, controlPlane.token)).newPage()
  await page.goto(address)
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor()
  return page
}

/** Follows the same container with the engine's own command line, at the same time. */
const followByCli = async (instanceId: string) => {
  const docker = dockerAt(controlPlane.dockerHost)
  const [found] = await docker.listContainers({ filters: { label: [`longshore.label.instance=${instanceId}`] } })
  const child = spawn('docker', ['-H', controlPlane.dockerHost, 'logs', '--follow', '--tail', '0', found?.Id ?? ''])
  const delays: number[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    const at = /at (\S+Z)/.exec(line)?.[1]
    if (at !== undefined) delays.push(Date.now() - Date.parse(at))
  })
  return { delays, stop: () => child.kill() }
}

const measureDelay = async () => {
  const clock = await controlPlane.run('longshore/clock:1', { PERIOD_MS: String(TICK_MS) })
  const page = await openLog(clock.logPage)
  const cli = await followByCli(clock.instanceId)
  await pause(1000)
  await recordDelays(page, { within: '[data-sequence]', pattern: 'tick \\d+ at (\\S+Z)' })
  cli.delays.length = 0
  await pause(TICKS_SECONDS * 1000)
  const screen = (await readDelays(page)).slice(50)
  cli.stop()
  await page.close()
  console.log(`\nA line written in a container → on screen, ${screen.length} lines`)
  const byCli = `the engine's own command line ${quantile(cli.delays, 0.5).toFixed(0)} ms`
  printFigure('p50', quantile(screen, 0.5), 'ms', 60, byCli)
  printFigure(
    'p95',
    quantile(screen, 0.95),
    'ms',
    150,
    byCli.replace(/\d+ ms/, `${quantile(cli.delays, 0.95).toFixed(0)} ms`),
  )
}

const measureStream = async () => {
  const lines = LINES_PER_SECOND * SECONDS
  const burst = await controlPlane.run('longshore/burst:1', {
    LINES: String(lines),
    LINES_PER_SECOND: String(LINES_PER_SECOND),
  })
  const page = await openLog(burst.logPage)
  // Excludes the opening of the page from the measurement.
  await pause(OPENS_MS)
  await recordFrames(page)
  await page
    .getByText(`line ${lines} of`)
    .first()
    .waitFor({ timeout: (SECONDS + 30) * 1000 })
  const frames = await readFrames(page)
  console.log(
    `\n${LINES_PER_SECOND.toLocaleString('en-GB')} lines a second from a container for ${SECONDS} s, in one browser`,
  )
  printMinimum('frames a second', frames.average, '', 55, `worst second ${frames.worst}`)
  printFigure('tasks of more than 50 ms', frames.longTasksMs, 'ms', 100, 'together')
  const kept = await checkStoredLines(controlPlane.url, controlPlane.token, burst.deploymentId, lines)
  printFigure('lost', kept.lost, 'lines', 0, `of ${kept.read}`)
  printFigure('duplicate', kept.doubled, 'lines', 0, `of ${kept.read}`)
  const label = page.getByText(/^[\d,]+ lines$/).first()
  console.log(`          the browser shows: ${await label.textContent()}`)
  await page.close()
}

try {
  await measureDelay()
  await measureStream()
} finally {
  await browser.close()
  await controlPlane.stop()
}
process.exit(0)
