import type { PageMeasures } from '../../src/contract/wire/measure.ts'
import { type Shift, worstShift } from '../../src/rules/worst-shift.ts'

/** Browsers leave out what they cannot measure. */
export const measuresOfPage = (): PageMeasures => {
  const firstPaint = entriesOf('paint').find(({ name }) => name === 'first-contentful-paint')
  const largestPaint = entriesOf('largest-contentful-paint').at(-1)
  // Of events only those that took long are kept, and always the first press.
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

/** What was kept of one kind since the page began. */
const entriesOf = (type: string): PerformanceEntryList => {
  if (!isNoted(type)) return []
  const observer = new PerformanceObserver(() => {})
  observer.observe({ type, buffered: true })
  const entries = observer.takeRecords()
  observer.disconnect()
  return entries
}

/** Moves of a mouse are events too, and nobody waits for them. */
const isInteraction = (entry: PerformanceEntry): boolean => 'interactionId' in entry && Boolean(entry.interactionId)

const isShift = (entry: PerformanceEntry): entry is PerformanceEntry & Shift => entry.entryType === 'layout-shift'
