import type { LogBook } from '../../../../src/logs/log-book.ts'
import type { LogRows } from '../../../../src/logs/log-rows.ts'

const DRAW_EVERY_MS = 200
const MARK_PX = 2

export interface MatchMarks {
  show(rows: LogRows, current: number | null): void
  stop(): void
}

/** Marks where the found lines stand in the whole log: as much work as the strip has pixels, however many they are. */
export const matchMarks = (canvas: HTMLCanvasElement, book: LogBook): MatchMarks => {
  let shown: { rows: LogRows; current: number | null } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const draw = () => {
    timer = undefined
    const context = canvas.getContext('2d')
    if (!context || !shown) return
    const { rows, current } = shown
    const scale = devicePixelRatio
    canvas.width = Math.round(canvas.clientWidth * scale)
    canvas.height = Math.round(canvas.clientHeight * scale)
    const markHeight = MARK_PX * scale
    const styles = getComputedStyle(canvas)
    const found = book.found()
    const rowAt = (y: number) =>
      rows.sequenceAt(Math.floor((y / canvas.height) * rows.count)) ?? Number.POSITIVE_INFINITY
    context.fillStyle = styles.getPropertyValue('--found')
    for (let y = 0; y < canvas.height; y += markHeight) {
      if (found.indexOf(rowAt(y)) !== found.indexOf(rowAt(y + markHeight)))
        context.fillRect(0, y, canvas.width, markHeight)
    }
    if (current === null) return
    context.fillStyle = styles.getPropertyValue('--current')
    const y = (rows.indexOf(current) / rows.count) * canvas.height
    context.fillRect(0, Math.max(0, y - markHeight / 2), canvas.width, 2 * markHeight)
  }

  const schedule = () => {
    timer ??= setTimeout(draw, DRAW_EVERY_MS)
  }

  const sizes = new ResizeObserver(schedule)
  sizes.observe(canvas)
  const { subscribe: whenChanged } = book
  const stopBook = whenChanged(schedule)
  return {
    show: (rows, current) => {
      shown = { rows, current }
      draw()
    },
    stop: () => {
      clearTimeout(timer)
      sizes.disconnect()
      stopBook()
    },
  }
}
