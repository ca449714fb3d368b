/** Drawing new lines takes at most about a sixth of the time. */
const REST = 5
const MAX_REST_MS = 100

/** Paces the drawing of lines that arrive faster than anyone reads, so that the page stays responsive. */
export interface DrawPace {
  /** Draws at once, or when the rest after the last drawing is over. */
  request(): void
  /** Runs a drawing, and rests the longer, the longer it took. */
  run(draw: () => void): void
  stop(): void
}

export const createDrawPace = (requestDraw: () => void, nowMs = () => performance.now()): DrawPace => {
  let nextAtMs = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
  }
  return {
    request: () => {
      const waitMs = nextAtMs - nowMs()
      if (waitMs <= 0) requestDraw()
      else timer ??= setTimeout(requestDraw, waitMs)
    },
    run: (draw) => {
      stop()
      const startedMs = nowMs()
      draw()
      const endedMs = nowMs()
      nextAtMs = endedMs + Math.min(MAX_REST_MS, REST * (endedMs - startedMs))
    },
    stop,
  }
}
