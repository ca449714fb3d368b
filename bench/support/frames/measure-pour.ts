import type { Page } from '@playwright/test'
import { printFigure, printMinimum } from '../figures.ts'
import { countProcessor } from './browser-processor.ts'
import { readFrames, recordFrames } from './frames.ts'

const MIN_FRAMES = 55
const LINES_PER_SECOND = 10_000
const SECONDS = 8

const pour = (page: Page): Promise<void> =>
  page.evaluate(
    async ([perSecond, seconds]) => {
      const startedMs = performance.now()
      for (let added = 0; added < perSecond * seconds; ) {
        await new Promise(requestAnimationFrame)
        const due = Math.min(perSecond * seconds, Math.floor(((performance.now() - startedMs) / 1000) * perSecond))
        if (due > added) window.sampleLog.add(due - added)
        added = due
      }
    },
    [LINES_PER_SECOND, SECONDS] as const,
  )

/** Measures the frames of the sample log while thousands of lines a second arrive. */
export const measurePour = async (page: Page, after: string): Promise<void> => {
  console.log(`\n${LINES_PER_SECOND.toLocaleString('en-GB')} lines a second for ${SECONDS} s, ${after}`)
  const browser = page.context().browser()
  const readProcessor = browser && (await countProcessor(browser))
  await recordFrames(page)
  await pour(page)
  const used = await readProcessor?.()
  const { average, worst, longTasksMs } = await readFrames(page)
  printMinimum('frames a second', average, '', MIN_FRAMES, `worst second ${worst}; a list of rows 1`)
  printFigure('tasks of more than 50 ms', longTasksMs, 'ms', 0, 'together')
  const shares = [...(used ?? [])].map(([type, cores]) => `${type} ${(cores * 100).toFixed(0)} %`)
  console.log(`          processes of the browser, in % of a core: ${shares.join(', ')}`)
}
