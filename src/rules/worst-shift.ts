/** A layout shift of the page. */
export interface Shift {
  startTime: number
  value: number
  /** Whether the user interacted shortly before, so that the shift was expected. */
  hadRecentInput: boolean
}

const APART_MS = 1000
const MAX_WINDOW_MS = 5000

/** Returns the largest sum of a burst of shifts that are less than a second apart, within five seconds. */
export const worstShift = (shifts: readonly Shift[]): number => {
  let [worst, sum, began, last] = [0, 0, 0, Number.NEGATIVE_INFINITY]
  for (const { startTime, value, hadRecentInput } of shifts) {
    if (hadRecentInput) continue
    const continuesWindow = startTime - last < APART_MS && startTime - began < MAX_WINDOW_MS
    sum = continuesWindow ? sum + value : value
    if (!continuesWindow) began = startTime
    last = startTime
    worst = Math.max(worst, sum)
  }
  return worst
}
