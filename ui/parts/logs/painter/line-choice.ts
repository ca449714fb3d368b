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
  onChange: (first: number, last: number) => void
}

export const lineChoice = ({ sheet, handle, rows, onChange }: LineChoiceOptions): LineChoice => {
  let chosen: { start: number; end: number } | null = null

  const choose = (end: number, isExtended: boolean) => {
    chosen = { start: (isExtended && chosen?.start) || end, end }
    onChange(Math.min(chosen.start, end), Math.max(chosen.start, end))
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
    has: (sequence) =>
      chosen !== null &&
      sequence >= Math.min(chosen.start, chosen.end) &&
      sequence <= Math.max(chosen.start, chosen.end),
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
