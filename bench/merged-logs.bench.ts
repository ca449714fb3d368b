import type { LogRows } from '../src/logs/log-rows.ts'
import { LineTimes } from '../src/logs/merge/line-times.ts'
import { type MergeSource, mergedRows } from '../src/logs/merge/merged-rows.ts'
import { serveComponentPage } from '../tests/ui/serve-component-page.ts'
import { requireBrowser } from './support/browser.ts'
import { median, printFigure } from './support/figures.ts'
import { measurePour } from './support/frames/measure-pour.ts'

/** The logs of ten replicas as one, with a million lines: the cost of a frame, and frames at 10,000 new lines per second. */
const LOGS = 10
const LINES = 1_000_000
const ROWS = 100
const FRAMES = 200
const MAX_FRAME_MS = 2

const sources = Array.from({ length: LOGS }, (_, slot) => {
  const times = new LineTimes()
  const count = LINES / LOGS
  times.add(
    1,
    Array.from({ length: count }, (_, at) => at * 10 + ((at * 7919 + slot * 104_729) % 10)),
  )
  const rows: LogRows = {
    count,
    sequenceAt: (index) => (index >= 0 && index < count ? index + 1 : undefined),
    indexOf: (sequence) => Math.min(count, Math.max(0, sequence - 1)),
  }
  return { slot, rows, timeOf: (sequence: number) => times.at(sequence) } satisfies MergeSource
})

let version = 0
const rows = mergedRows({
  list: () => sources,
  version: () => version,
  timeOf: (slot, sequence) => sources[slot]?.timeOf(sequence),
})

/** What a frame does after lines arrived: finds the anchor, then reads the rows around it. */
const frame = (index: number): number => {
  version += 1
  const startedMs = performance.now()
  const anchor = rows.indexOf(rows.sequenceAt(index) ?? 0)
  for (let row = 0; row < ROWS; row += 1) rows.sequenceAt(anchor + row)
  return performance.now() - startedMs
}

const frames = Array.from({ length: FRAMES }, (_, at) => frame(Math.floor((at / FRAMES) * (LINES - ROWS))))

const sortMs = (): number => {
  const startedMs = performance.now()
  const lines = sources.flatMap(({ slot, rows: { count }, timeOf }) =>
    Array.from({ length: count }, (_, at) => ({ slot, sequence: at + 1, time: timeOf(at + 1) })),
  )
  lines.sort((a, b) => a.time - b.time || a.slot - b.slot)
  return performance.now() - startedMs
}

console.log(`\nA frame of ${ROWS} rows after a change, anywhere in ${LOGS} logs of ${LINES / LOGS} lines`)
printFigure('merging', median(frames), 'ms', MAX_FRAME_MS, `sorting all lines ${sortMs().toFixed(0)} ms`)

const browser = await requireBrowser()
const server = await serveComponentPage()
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`${server.url}?view=log&lines=0&replicas=${LOGS}`)
  await page.evaluate((lines) => window.sampleLog.add(lines), LINES)
  await page.waitForFunction((lines) => window.sampleLog.merged.extent().head === lines, LINES)
  await page.locator(`[data-sequence]`).first().waitFor()
  await measurePour(page, `into ${LOGS} logs, after a million`)
} finally {
  await browser.close()
  await server.close()
}
