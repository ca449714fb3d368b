/** Something on the page that moved. */
export interface Shift {
  startTime: number
  value: number
  /** The person did something just before, so it was meant to. */
  hadRecentInput: boolean
}

const APART_MS = 1000
const LONGEST_MS = 5000

/** The largest sum of a burst: shifts less than a second apart, within five seconds. */
export const worstShift = (shifts: readonly Shift[]): number => {
  let [worst, sum, began, last] = [0, 0, 0, Number.NEGATIVE_INFINITY]
  for (const { startTime, value, hadRecentInput } of shifts) {
    if (hadRecentInput) continue
    const continuesWindow = startTime - last < APART_MS && startTime - began < LONGEST_MS
    sum = continuesWindow ? sum + value : value
    if (!continuesWindow) began = startTime
    last = startTime
    worst = Math.max(worst, sum)
  }
  return worst
}
