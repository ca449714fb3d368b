import { LogRow } from './log-row.ts'

/** The rendered rows, in document order, so that text can be selected across them. */
export class RowStrip {
  readonly #sheet: HTMLElement
  readonly #spare: LogRow[] = []
  #rows: LogRow[] = []

  constructor(sheet: HTMLElement) {
    this.#sheet = sheet
  }

  get rows(): readonly LogRow[] {
    return this.#rows
  }

  /** Returns one row for each line; rows that already show one are kept. */
  rowsFor(sequences: readonly number[]): readonly LogRow[] {
    const { oldAt, newAt, length } = overlap(this.#rows, sequences)
    const kept = this.#rows.slice(oldAt, oldAt + length)
    const free = [...this.#rows.slice(0, oldAt), ...this.#rows.slice(oldAt + length)]
    const above = this.#take(newAt, free)
    const below = this.#take(sequences.length - newAt - length, free)
    for (const row of free) row.element.remove()
    this.#spare.push(...free)
    kept[0]?.element.before(...elementsOf(above))
    if (kept.length > 0) kept.at(-1)?.element.after(...elementsOf(below))
    else this.#sheet.append(...elementsOf([...above, ...below]).filter((element) => !element.isConnected))
    this.#rows = [...above, ...kept, ...below]
    return this.#rows
  }

  clear(): void {
    this.rowsFor([])
  }

  #take(count: number, free: LogRow[]): LogRow[] {
    return Array.from({ length: count }, () => free.shift() ?? this.#spare.pop() ?? new LogRow())
  }
}

const elementsOf = (rows: readonly LogRow[]): HTMLElement[] => rows.map(({ element }) => element)

/** Returns the run of lines that both lists, which are ascending, share. */
const overlap = (rows: readonly LogRow[], sequences: readonly number[]) => {
  const oldAt = rows.findIndex(({ sequence }) => sequence === sequences[0])
  const newAt = oldAt >= 0 ? 0 : sequences.indexOf(rows[0]?.sequence ?? Number.NaN)
  if (newAt < 0) return { oldAt: 0, newAt: 0, length: 0 }
  const from = Math.max(0, oldAt)
  let length = 0
  while (length < rows.length - from && rows[from + length]?.sequence === sequences[newAt + length]) length += 1
  return { oldAt: from, newAt, length }
}
