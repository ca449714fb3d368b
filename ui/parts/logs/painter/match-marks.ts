import type { LogBook } from '../../../../src/logs/log-book.ts'
import type { LogRows } from '../../../../src/logs/log-rows.ts'

const DRAW_EVERY_MS = 200

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
    const found = book.found()
    const styles = getComputedStyle(canvas)
    canvas.width = Math.round(canvas.clientWidth * devicePixelRatio)
    canvas.height = Math.round(canvas.clientHeight * devicePixelRatio)
    const { width, height } = canvas
    const thick = Math.round(Number.parseFloat(styles.getPropertyValue('--thickness')) * devicePixelRatio)
    const placeOf = (sequence: number) => Math.floor((rows.indexOf(sequence) / rows.count) * height)
    const rowFrom = (y: number) => rows.sequenceAt(Math.ceil((y / height) * rows.count)) ?? Number.POSITIVE_INFINITY

    context.fillStyle = styles.getPropertyValue('--found')
    for (let at = found.indexOf(rowFrom(0)); at < found.count; ) {
      const y = placeOf(found.sequenceAt(at) ?? 0)
      context.fillRect(0, y, width, thick)
      // What the mark covers needs no other.
      at = Math.max(at + 1, found.indexOf(rowFrom(y + thick)))
    }
    if (current === null) return
    context.fillStyle = styles.getPropertyValue('--current')
    context.fillRect(0, Math.min(height - 2 * thick, placeOf(current)), width, 2 * thick)
  }

  const schedule = () => {
    timer ??= setTimeout(draw, DRAW_EVERY_MS)
  }

  const sizes = new ResizeObserver(schedule)
  sizes.observe(canvas)
  // A canvas does not follow the tokens by itself.
  const themes = new MutationObserver(schedule)
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
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
      themes.disconnect()
      stopBook()
    },
  }
}
