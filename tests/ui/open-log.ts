import { expect, type Locator, type Page } from '@playwright/test'
import type { LineTexts } from './parts-page/sample-lines.ts'

/** Opens the page of a log with this many sample lines. */
export const openLog = async (page: Page, lines: number, more = ''): Promise<Locator> => {
  await page.goto(`/?view=log&lines=${lines}${more}`)
  const log = page.getByRole('region', { name: 'Instance logs of api' })
  if (lines > 0) await expect.poll(() => lastInView(log), { timeout: 30_000 }).toBe(lines)
  return log
}

export const add = (page: Page, count: number): Promise<void> =>
  page.evaluate((lines) => window.sampleLog.add(lines), count)

/** Adds lines whose text a function in the page creates. */
export const addTexts = (page: Page, count: number, texts: LineTexts): Promise<void> =>
  page.evaluate(([lines, source]) => window.sampleLog.add(lines, new Function(`return ${source}`)()), [
    count,
    String(texts),
  ] as const)

interface SeenRow {
  sequence: number
  /** Distance of its top edge from that of the log. */
  y: number
  text: string
  isWaiting: boolean
}

/** Returns the visible rows, from the top. */
export const seenRows = (log: Locator): Promise<SeenRow[]> =>
  log.evaluate((scroller) => {
    const { top, bottom } = scroller.getBoundingClientRect()
    return [...scroller.querySelectorAll<HTMLElement>('[data-sequence]')]
      .map((row) => ({ row, box: row.getBoundingClientRect() }))
      .filter(({ box }) => box.bottom > top + 1 && box.top < bottom - 1)
      .sort((a, b) => a.box.top - b.box.top)
      .map(({ row, box }) => ({
        sequence: Number(row.dataset.sequence),
        y: Math.round((box.top - top) * 10) / 10,
        text: row.lastElementChild?.textContent ?? '',
        isWaiting: row.dataset.waiting !== undefined,
      }))
  })

export const firstInView = async (log: Locator) => (await seenRows(log))[0]?.sequence
export const lastInView = async (log: Locator) => (await seenRows(log)).at(-1)?.sequence

/** Resolves when no visible row is a placeholder any more. */
export const settled = (log: Locator): Promise<void> =>
  expect.poll(async () => (await seenRows(log)).filter(({ isWaiting }) => isWaiting)).toEqual([])

/** Scrolls to a line, and resolves when it and all lines around it have loaded. */
export const jumpTo = async (page: Page, log: Locator, line: number): Promise<void> => {
  await page.evaluate((sequence) => window.sampleLog.controller()?.toLine(sequence), line)
  await expect.poll(async () => (await seenRows(log)).some(({ sequence }) => sequence === line)).toBe(true)
  await settled(log)
}

/** Resolves with the rows once their positions have been stable for a while. */
export const atRest = async (log: Locator): Promise<SeenRow[]> => {
  let before = ''
  let rows: SeenRow[] = []
  await expect
    .poll(
      async () => {
        rows = await seenRows(log)
        const isSame = JSON.stringify(rows) === before
        before = JSON.stringify(rows)
        return isSame
      },
      { intervals: [250] },
    )
    .toBe(true)
  return rows
}
