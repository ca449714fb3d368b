let now: () => number = Date.now

/** The clock of relative times: the server's, since the browser's may be wrong. */
export const clockNowMs = (): number => now()
export const setClock = (nowMs: () => number): void => {
  now = nowMs
}

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

const tick = () => {
  for (const listener of listeners) listener()
}

/** One timer for every relative time on the page; it runs only while one is shown. */
export const subscribeToSeconds = (listener: () => void): (() => void) => {
  listeners.add(listener)
  timer ??= setInterval(tick, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
