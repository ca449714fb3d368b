import type { PageMeasures } from '../../src/contract/wire/measure.ts'
import { type Shift, worstShift } from '../../src/rules/worst-shift.ts'

/** Returns the measurements of the page, without those that the browser does not support. */
export const measuresOfPage = (): PageMeasures => {
  const firstPaint = entriesOf('paint').find(({ name }) => name === 'first-contentful-paint')
  const largestPaint = entriesOf('largest-contentful-paint').at(-1)
  // Browsers buffer only slow events, and always the first input.
  const presses = [...entriesOf('first-input'), ...entriesOf('event').filter(isInteraction)]
  const shifts = entriesOf('layout-shift').filter(isShift)
  return {
    ...(firstPaint && { firstPaintMs: firstPaint.startTime }),
    ...(largestPaint && { largestPaintMs: largestPaint.startTime }),
    ...(presses.length > 0 && { interactionMs: Math.max(...presses.map(({ duration }) => duration)) }),
    ...(isNoted('layout-shift') && { layoutShift: worstShift(shifts) }),
  }
}

const isNoted = (type: string): boolean => PerformanceObserver.supportedEntryTypes.includes(type)

/** Returns the buffered entries of one type since the page started. */
const entriesOf = (type: string): PerformanceEntryList => {
  if (!isNoted(type)) return []
  const observer = new PerformanceObserver(() => {})
  observer.observe({ type, buffered: true })
  const entries = observer.takeRecords()
  observer.disconnect()
  return entries
}

/** Excludes events such as mouse moves, which are not interactions. */
const isInteraction = (entry: PerformanceEntry): boolean => 'interactionId' in entry && Boolean(entry.interactionId)

const isShift = (entry: PerformanceEntry): entry is PerformanceEntry & Shift => entry.entryType === 'layout-shift'
