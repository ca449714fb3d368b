import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort, makeFolder } from './support/control-plane.ts'
import { median, printFigure } from './support/figures.ts'

/** Time from `npm start` to the line that reports that it is ready. */
const STARTS = 5
const BAR_MS = 2000
const root = fileURLToPath(new URL('..', import.meta.url))

const folder = await makeFolder()
const port = await freePort()

const startOnce = async (): Promise<number> => {
  const startedAt = performance.now()
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), LONGSHORE_DATA: folder.path, LONGSHORE_LOG: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(npm, 'exit')
  let output = ''
  for await (const part of npm.stdout) {
    output += part
    if (output.includes('is ready: http')) break
  }
  const tookMs = performance.now() - startedAt
  npm.kill('SIGTERM')
  await ended
  // npm does not wait for its child, which is still shutting down.
  while (existsSync(join(folder.path, 'lock'))) await pause(20)
  if (!output.includes('is ready: http')) throw new Error(`The control plane did not start: ${output}`)
  return tookMs
}

try {
  const first = await startOnce()
  const later: number[] = []
  for (let start = 0; start < STARTS; start += 1) later.push(await startOnce())
  console.log('\nStart: `npm start` with everything installed and built, the engine that it finds')
  printFigure(
    'second start → ready',
    median(later),
    'ms',
    BAR_MS,
    `the first, which creates the database, ${first.toFixed(0)} ms; Dokploy 9,280 ms, Uptime Kuma 1,570 ms to their first page`,
  )
} finally {
  await folder.remove()
}
