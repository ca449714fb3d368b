import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { openBrowser, signedIn } from '../support/browser.ts'
import { startDockerControlPlane } from '../support/docker-control-plane.ts'
import { printFigure } from '../support/figures.ts'
import { watchHeaps } from '../support/heap-usage.ts'
import { checkStoredLines } from '../support/stored-lines.ts'

/** Ten tabs on one log for ten minutes, one of them visible. */
const LINES_PER_SECOND = 10_000
const SECONDS = Number(process.env.SOAK_SECONDS ?? 600)
const TABS = 10
const POLL_MS = 2000

declare global {
  interface Window {
    setVisible(visible: boolean): void
  }
}

const browser = await openBrowser()
const controlPlane = browser && (await startDockerControlPlane())
if (!browser || !controlPlane) {
  console.log(`Skipped: ${browser ? 'there is no container engine' : 'no Chromium was found'}.`)
  await browser?.close()
  process.exit(0)
}

/** Resident memory of the control plane, in MB of 1,000,000 bytes. */
const residentMegabytes = (): number =>
  (Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${controlPlane.pid}/status`, 'utf8'))?.[1]) * 1024) / 1e6

/** Opens a tab with simulated visibility: tabs of a headless browser are always visible. */
const openTab = async (context: BrowserContext, address: string, visible: boolean): Promise<Page> => {
  const page = await context.newPage()
  await page.addInitScript((initially) => {
    let isVisible = initially
    Object.defineProperty(document, 'visibilityState', { get: () => (isVisible ? 'visible' : 'hidden') })
    Object.defineProperty(document, 'hidden', { get: () => !isVisible })
    window.setVisible = (next) => {
      isVisible = next
      document.dispatchEvent(new Event('visibilitychange'))
    }
  }, visible)
  await page.goto(address)
  return page
}

const newestVisible = (page: Page): Promise<number> =>
  page.evaluate(() =>
    Math.max(
      0,
      ...[...document.querySelectorAll('[data-sequence]')].map((row) =>
        Number(/line (\d+) of/.exec(row.textContent ?? '')?.[1] ?? 0),
      ),
    ),
  )

try {
  const lines = LINES_PER_SECOND * SECONDS
  const burst = await controlPlane.run('longshore/burst:1', {
    LINES: String(lines),
    LINES_PER_SECOND: String(LINES_PER_SECOND),
  })
  const context = await signedIn(browser, controlPlane.url, controlPlane.token)
  const tabs: Page[] = []
  for (let tab = 0; tab < TABS; tab += 1) tabs.push(await openTab(context, burst.logPage, true))
  await pause(3000)
  const seen = tabs[TABS - 1]
  if (!seen) throw new Error('No tab was opened.')
  for (const tab of tabs) if (tab !== seen) await tab.evaluate(() => window.setVisible(false))

  let maxResident = 0
  const untilMs = performance.now() + SECONDS * 1000
  while (performance.now() < untilMs && (await newestVisible(seen)) < lines) {
    maxResident = Math.max(maxResident, residentMegabytes())
    await pause(POLL_MS)
  }

  const fronts: number[] = []
  for (const tab of tabs.slice(0, 3)) {
    const newest = await newestVisible(seen)
    const startedMs = performance.now()
    await tab.evaluate(() => window.setVisible(true))
    while ((await newestVisible(tab)) < newest) await pause(10)
    fronts.push(performance.now() - startedMs)
    await tab.evaluate(() => window.setVisible(false))
  }
  await seen.getByText(`line ${lines} of`).first().waitFor({ timeout: 60_000 })
  const memory: number[] = []
  for (const tab of tabs) {
    const read = await watchHeaps(await context.newCDPSession(tab))
    await pause(200)
    const { page, workers } = await read()
    memory.push((page + workers) / 1e6)
  }

  console.log(
    `\n${LINES_PER_SECOND.toLocaleString('en-GB')} lines a second for ${SECONDS} s, ${TABS} tabs open, one of them visible`,
  )
  const kept = await checkStoredLines(controlPlane.url, controlPlane.token, burst.deploymentId, lines)
  printFigure('lost', kept.lost, 'lines', 0, `of ${kept.read}`)
  printFigure('duplicate', kept.doubled, 'lines', 0, `of ${kept.read}`)
  printFigure(
    'a tab brought to the front is complete',
    Math.max(...fronts),
    'ms',
    1000,
    `the slowest of ${fronts.length}`,
  )
  printFigure('resident memory of the server, at most', maxResident, 'MB', 300, 'sampled every 2 s')
  printFigure(
    'memory of a tab',
    Math.max(...memory),
    'MB',
    200,
    `the largest; the smallest ${Math.min(...memory).toFixed(0)} MB`,
  )
} finally {
  await browser.close()
  await controlPlane.stop()
}
process.exit(0)
