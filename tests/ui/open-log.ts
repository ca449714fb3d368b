import { expect, type Locator, type Page } from '@playwright/test'
import type { LineTexts } from './parts-page/sample-lines.ts'

/** Opens the page of a log with so many sample lines in it. */
export const openLog = async (page: Page, url: string, lines: number, more = ''): Promise<Locator> => {
  await page.goto(`${url}?view=log&lines=${lines}${more}`)
  const log = page.getByRole('region', { name: 'Instance logs of api' })
  if (lines > 0) await expect.poll(() => lastInView(log), { timeout: 30_000 }).toBe(lines)
  return log
}

export const add = (page: Page, count: number): Promise<void> =>
  page.evaluate((lines) => window.sampleLog.add(lines), count)

/** Adds lines whose text a function of the page makes. */
export const addTexts = (page: Page, count: number, texts: LineTexts): Promise<void> =>
  page.evaluate(([lines, source]) => window.sampleLog.add(lines, new Function(`return ${source}`)()), [
    count,
    String(texts),
  ] as const)

interface SeenRow {
  sequence: number
  /** Of its upper edge, from the log's. */
  y: number
  text: string
  isWaiting: boolean
}

/** The rows that can be seen, from the top. */
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

/** Waits until no row in view is on its way any more. */
export const settled = (log: Locator): Promise<void> =>
  expect.poll(async () => (await seenRows(log)).filter(({ isWaiting }) => isWaiting)).toEqual([])

/** Goes to a line, and waits until it and all around it can be read. */
export const jumpTo = async (page: Page, log: Locator, line: number): Promise<void> => {
  await page.evaluate((sequence) => window.sampleLog.controller()?.toLine(sequence), line)
  await expect.poll(async () => (await seenRows(log)).some(({ sequence }) => sequence === line)).toBe(true)
  await settled(log)
}

/** Waits until the rows have stood where they are for a while, and answers them. */
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
