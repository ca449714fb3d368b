import type { LogRows } from '../../../../src/logs/log-rows.ts'

/** The selected range: from the anchor to the line selected last. */
export interface LineChoice {
  has(sequence: number): boolean
  set(range: { first: number; last: number } | null): void
  /** Extends the range by a row, up or down, or starts one. */
  step(by: 1 | -1, begin: number): void
  stop(): void
}

interface LineChoiceOptions {
  sheet: HTMLElement
  /** The part of a row that selects its line when clicked. */
  handle: string
  rows: () => LogRows
  /** All lines, in order. */
  order: Pick<LogRows, 'indexOf'>
  onChange: (first: number, last: number) => void
}

export const lineChoice = ({ sheet, handle, rows, order, onChange }: LineChoiceOptions): LineChoice => {
  let chosen: { start: number; end: number } | null = null

  const isAfter = (one: number, other: number): boolean => order.indexOf(one) > order.indexOf(other)

  const choose = (end: number, isExtended: boolean) => {
    const start = (isExtended && chosen?.start) || end
    chosen = { start, end }
    if (isAfter(start, end)) onChange(end, start)
    else onChange(start, end)
  }

  const clicked = (event: MouseEvent) => {
    if (!(event.target instanceof Element) || !event.target.closest(handle)) return
    const sequence = Number(event.target.closest<HTMLElement>('[data-sequence]')?.dataset.sequence)
    if (!sequence) return
    // The browser would select text on a click with Shift.
    if (event.shiftKey) document.getSelection()?.removeAllRanges()
    choose(sequence, event.shiftKey)
  }
  sheet.addEventListener('click', clicked)

  return {
    has: (sequence) => {
      if (chosen === null) return false
      const [first, last] = isAfter(chosen.start, chosen.end) ? [chosen.end, chosen.start] : [chosen.start, chosen.end]
      return !isAfter(first, sequence) && !isAfter(sequence, last)
    },
    set: (range) => {
      chosen = range && { start: range.first, end: range.last }
    },
    step: (by, begin) => {
      if (!chosen) return choose(begin, false)
      const visibleRows = rows()
      const next = Math.min(visibleRows.count - 1, Math.max(0, visibleRows.indexOf(chosen.end) + by))
      choose(visibleRows.sequenceAt(next) ?? chosen.end, true)
    },
    stop: () => sheet.removeEventListener('click', clicked),
  }
}
