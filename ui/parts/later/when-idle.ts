/** Runs what can wait once the page stands and the browser has nothing better to do. Answers how to call it off. */
export const whenIdle = (run: () => void): (() => void) => {
  // Safari has no idle callback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 2000)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(run)
  return () => cancelIdleCallback(request)
}
