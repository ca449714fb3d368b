import type { LogRows } from '../../../../src/logs/log-rows.ts'
import type { ViewedLog } from '../../../../src/logs/merge/merged-log.ts'

const DRAW_EVERY_MS = 200

export interface MatchMarks {
  show(rows: LogRows, current: number | null): void
  stop(): void
}

/** Marks the matching lines in the strip; the cost depends on the strip's pixels, not on the matches. */
export const matchMarks = (canvas: HTMLCanvasElement, buffer: ViewedLog): MatchMarks => {
  let painted: { rows: LogRows; current: number | null } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const draw = () => {
    timer = undefined
    const context = canvas.getContext('2d')
    if (!context || !painted) return
    const { rows, current } = painted
    const found = buffer.found()
    const styles = getComputedStyle(canvas)
    canvas.width = Math.round(canvas.clientWidth * devicePixelRatio)
    canvas.height = Math.round(canvas.clientHeight * devicePixelRatio)
    const { width, height } = canvas
    const thick = Math.round(Number.parseFloat(styles.getPropertyValue('--thickness')) * devicePixelRatio)
    const yOf = (sequence: number) => Math.floor((rows.indexOf(sequence) / rows.count) * height)
    const rowFrom = (y: number) => rows.sequenceAt(Math.ceil((y / height) * rows.count)) ?? Number.POSITIVE_INFINITY

    context.fillStyle = styles.getPropertyValue('--found')
    for (let at = found.indexOf(rowFrom(0)); at < found.count; ) {
      const y = yOf(found.sequenceAt(at) ?? 0)
      context.fillRect(0, y, width, thick)
      // Pixels that a mark covers need no other mark.
      at = Math.max(at + 1, found.indexOf(rowFrom(y + thick)))
    }
    if (current === null) return
    context.fillStyle = styles.getPropertyValue('--current')
    context.fillRect(0, Math.min(height - 2 * thick, yOf(current)), width, 2 * thick)
  }

  const schedule = () => {
    timer ??= setTimeout(draw, DRAW_EVERY_MS)
  }

  const sizes = new ResizeObserver(schedule)
  sizes.observe(canvas)
  // A canvas does not read CSS tokens by itself.
  const themes = new MutationObserver(schedule)
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const { subscribe: whenChanged } = buffer
  const unsubscribe = whenChanged(schedule)
  return {
    show: (rows, current) => {
      painted = { rows, current }
      draw()
    },
    stop: () => {
      clearTimeout(timer)
      sizes.disconnect()
      themes.disconnect()
      unsubscribe()
    },
  }
}
