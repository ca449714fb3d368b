import { expect, test } from 'vitest'
import { createHoldCount, defaultHoldLimits, type Place } from '../../server/gateway/holding/hold-limits.ts'

const { perService, perOwner, bytesPerOwner, total, totalBytes } = defaultHoldLimits
const place = (service: string, owner: string, bytes = 0): Place => ({ service, owner, bytes })

/** Adds until nothing more is accepted; returns the places. */
function fill(count: ReturnType<typeof createHoldCount>, attempts: number, placeOf: (at: number) => Place): Place[] {
  return Array.from({ length: attempts }, (_, at) => placeOf(at)).filter((each) => count.add(each))
}

test('10,000 requests of any mixture are bounded by service, organisation and total', () => {
  const count = createHoldCount(defaultHoldLimits)
  expect(fill(count, 10_000, () => place('a', 'one'))).toHaveLength(perService)
  expect(fill(count, 10_000, (at) => place(`a${at}`, 'one'))).toHaveLength(perOwner - perService)
  expect(fill(count, 10_000, (at) => place(`b${at}`, 'two'))).toHaveLength(perOwner)
  // Each further organisation gets its equal share, until twice the total is held.
  const third = fill(count, 10_000, (at) => place(`c${at}`, 'three'))
  expect(third.length).toBeGreaterThanOrEqual(Math.floor(total / 3))
  const newcomers = fill(count, 10_000, (at) => place(`d${at}`, `stranger ${at}`))
  expect(total).toBeLessThan(perOwner * 2 + third.length + newcomers.length)
  expect(perOwner * 2 + third.length + newcomers.length).toBe(total * 2)
})

test('bytes of bodies are bounded for each organisation and in all', () => {
  const count = createHoldCount(defaultHoldLimits)
  const bytes = 65_536
  expect(fill(count, 10_000, (at) => place(`a${at}`, 'one', bytes))).toHaveLength(bytesPerOwner / bytes)
  const all = fill(count, 10_000, (at) => place(`b${at}`, `owner ${at % 10}`, bytes)).length + bytesPerOwner / bytes
  expect(all).toBe(totalBytes / bytes)
  // Requests without a body need no room.
  expect(count.add(place('c', 'other'))).toBe(true)
})

test('a place that is given back can be taken again', () => {
  const count = createHoldCount(defaultHoldLimits)
  const taken = fill(count, perService, () => place('a', 'one'))
  expect(count.add(place('a', 'one'))).toBe(false)
  for (const each of taken) count.remove(each)
  expect(fill(count, 10_000, () => place('a', 'one'))).toHaveLength(perService)
})
