import { type LogRow, logRow } from './log-row.ts'
import type { LogStore } from './log-store.ts'

export type LogPainter = { toEnd: () => void; stop: () => void }

export type LogPainterOptions = {
  /** The element that scrolls, and the sheet inside of it that is as high as all lines together. */
  scroller: HTMLElement
  sheet: HTMLElement
  store: LogStore
  rowHeight: number
  /** Said when it changes: how many lines came since the reader left the end; nothing while the end is followed. */
  onBehind: (lines: number | undefined) => void
}

const spare = 8
const tellEveryMs = 150

/** Draws what can be seen, at most once a frame, into a fixed set of rows: the cost does not grow with the lines. */
export const paintLog = ({ scroller, sheet, store, rowHeight, onBehind }: LogPainterOptions): LogPainter => {
  const rows: LogRow[] = []
  let following = true
  let seen = 0
  let size = 0
  let frame = 0
  let last = { top: 0, height: 0, view: 0 }
  let toldAt = 0
  let told: number | undefined

  const tell = (nowMs: number) => {
    const behind = following ? undefined : size - seen
    const soon = behind !== undefined && told !== undefined && nowMs - toldAt < tellEveryMs
    if (behind === told) return
    if (soon) return schedule()
    told = behind
    toldAt = nowMs
    onBehind(behind)
  }

  const grow = (wanted: number) => {
    while (rows.length < wanted) {
      const row = logRow()
      rows.push(row)
      sheet.append(row.element)
    }
  }

  const draw = (nowMs: number) => {
    frame = 0
    const next = store.size()
    if (next < size) {
      for (const row of rows) row.hide()
      following = true
    }
    size = next
    sheet.style.setProperty('--lines', String(size))
    if (following) {
      scroller.scrollTop = scroller.scrollHeight
      seen = size
    }
    const view = scroller.clientHeight
    const first = Math.max(0, Math.floor(scroller.scrollTop / rowHeight) - spare)
    const end = Math.min(size, first + Math.ceil(view / rowHeight) + 2 * spare)
    if (rows.length < end - first) {
      grow(end - first)
      for (const row of rows) row.hide()
    }
    for (let index = first; index < end; index++) {
      const row = rows[index % rows.length]
      if (row && row.index !== index) row.show(index, store.line(index))
    }
    for (const row of rows) if (row.index < first || row.index >= end) row.hide()
    last = { top: scroller.scrollTop, height: scroller.scrollHeight, view }
    tell(nowMs)
  }

  const schedule = () => {
    if (frame === 0) frame = requestAnimationFrame(draw)
  }

  const scrolled = () => {
    const { scrollTop, scrollHeight, clientHeight } = scroller
    const sameShape = scrollHeight === last.height && clientHeight === last.view
    const atEnd = scrollHeight - scrollTop - clientHeight < rowHeight
    if (atEnd) following = true
    else if (following && sameShape && scrollTop < last.top - 1) following = false
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
  const unsubscribe = store.subscribe(schedule)
  scroller.addEventListener('scroll', scrolled, { passive: true })
  document.addEventListener('selectionchange', selected)
  schedule()

  return {
    toEnd: () => {
      following = true
      schedule()
    },
    stop: () => {
      unsubscribe()
      sizes.disconnect()
      cancelAnimationFrame(frame)
      scroller.removeEventListener('scroll', scrolled)
      document.removeEventListener('selectionchange', selected)
      for (const row of rows) row.element.remove()
    },
  }
}
