import type { LogLine } from '../../../src/contract/wire/log.ts'
import type { LogBook } from '../../../src/logs/log-book.ts'
import { type LogRow, logRow } from './log-row.ts'

export type LogPainter = { toEnd: () => void; stop: () => void }

export type LogPainterOptions = {
  /** The element that scrolls, and the sheet inside of it that is as high as all lines together. */
  scroller: HTMLElement
  sheet: HTMLElement
  lines: { size(): number; line(index: number): LogLine | undefined; dropped(): number }
  /** Calls back after each change of the lines; answers how to stop. */
  whenLinesChange: LogBook['subscribe']
  rowHeight: number
  /** Said when it changes: how many lines came since the reader left the end; nothing while the end is followed. */
  onBehind: (lines: number | undefined) => void
}

const spare = 8
const tellEveryMs = 150

/** Draws what can be seen, at most once a frame, into a fixed set of rows: the cost does not grow with the lines. */
export const paintLog = (options: LogPainterOptions): LogPainter => {
  const { scroller, sheet, lines, whenLinesChange, rowHeight, onBehind } = options
  const rows: LogRow[] = []
  let following = true
  let seen = 0
  let dropped = 0
  let end = 0
  let frame = 0
  let last = { top: 0, height: 0, view: 0 }
  let told: number | undefined
  let toldAt = 0

  const tell = (nowMs: number) => {
    const behind = following ? undefined : end - seen
    if (behind === told) return
    if (behind !== undefined && told !== undefined && nowMs - toldAt < tellEveryMs) return schedule()
    told = behind
    toldAt = nowMs
    onBehind(behind)
  }

  const forgetRows = () => {
    for (const row of rows) row.hide()
  }

  const haveRows = (wanted: number) => {
    if (rows.length >= wanted) return
    forgetRows()
    while (rows.length < wanted) {
      const row = logRow()
      rows.push(row)
      sheet.append(row.element)
    }
  }

  /** Reads the store's bounds; a reader who is not at the end keeps the lines that were in view. */
  const measure = () => {
    const before = dropped
    const wasEnd = end
    dropped = lines.dropped()
    end = dropped + lines.size()
    if (end < wasEnd || dropped < before) {
      forgetRows()
      following = true
    }
    sheet.style.setProperty('--dropped', String(dropped))
    sheet.style.setProperty('--lines', String(end - dropped))
    if (following) {
      scroller.scrollTop = scroller.scrollHeight
      seen = end
    } else if (dropped > before) scroller.scrollTop -= (dropped - before) * rowHeight
  }

  const draw = (nowMs: number) => {
    frame = 0
    measure()
    const view = scroller.clientHeight
    const top = Math.floor(scroller.scrollTop / rowHeight) - spare
    const from = dropped + Math.max(0, top)
    const atOnce = Math.ceil(view / rowHeight) + 2 * spare
    const to = Math.min(end, from + atOnce)
    haveRows(atOnce)
    for (const row of rows) if (row.number < from || row.number >= to) row.hide()
    for (let number = from; number < to; number++) {
      const row = rows[number % rows.length]
      const line = lines.line(number - dropped)
      if (row && line && row.number !== number) row.show(number, line, lines.line(number - dropped - 1))
    }
    last = { top: scroller.scrollTop, height: scroller.scrollHeight, view }
    tell(nowMs)
  }

  const schedule = () => {
    if (frame === 0) frame = requestAnimationFrame(draw)
  }

  const scrolled = () => {
    const { scrollTop, scrollHeight, clientHeight } = scroller
    const sameShape = scrollHeight === last.height && clientHeight === last.view
    if (scrollHeight - scrollTop - clientHeight < rowHeight) following = true
    else if (sameShape && scrollTop < last.top - 1) following = false
    schedule()
  }

  /** A row that is rewritten loses its selection, so choosing text stops the following. */
  const selected = () => {
    const selection = document.getSelection()
    if (!selection || selection.isCollapsed || !sheet.contains(selection.anchorNode)) return
    following = false
    schedule()
  }

  const sizes = new ResizeObserver(schedule)
  sizes.observe(scroller)
  const stopLines = whenLinesChange(schedule)
  scroller.addEventListener('scroll', scrolled, { passive: true })
  document.addEventListener('selectionchange', selected)
  schedule()

  return {
    toEnd: () => {
      following = true
      schedule()
    },
    stop: () => {
      stopLines()
      sizes.disconnect()
      cancelAnimationFrame(frame)
      scroller.removeEventListener('scroll', scrolled)
      document.removeEventListener('selectionchange', selected)
      for (const row of rows) row.element.remove()
    },
  }
}
