import { expect, test } from 'vitest'
import { createStreamCount } from '../../server/gateway/streams/stream-limits.ts'

const limits = { perListener: 4, perVisitor: 2, total: 6 }

test('one visitor cannot take the room of another on the same listener', () => {
  const count = createStreamCount(limits)
  expect([1, 2, 3].map(() => count.add('a', 'one'))).toEqual(['counted', 'counted', 'visitorFull'])
  expect([1, 2, 3].map(() => count.add('a', 'two'))).toEqual(['counted', 'counted', 'visitorFull'])
  expect(count.add('a', 'three')).toBe('full')
  count.remove('a', 'one')
  expect(count.add('a', 'three')).toBe('counted')
})

test('when all room is taken, a listener with less than its share goes on, up to a bound', () => {
  const count = createStreamCount(limits)
  const fill = (listener: string) =>
    Array.from({ length: limits.perListener }, (_, visitor) => count.add(listener, String(visitor)))
  expect(fill('a')).not.toContain('full')
  expect(fill('b').filter((counted) => counted === 'counted')).toHaveLength(3)
  expect(count.add('c', 'quiet')).toBe('counted')
  const all = Array.from({ length: 100 }, (_, each) => count.add(`flooded ${each}`, 'one'))
  expect(all.filter((counted) => counted === 'counted').length).toBeLessThanOrEqual(limits.total)
})

test('what was not counted is not taken off', () => {
  const count = createStreamCount(limits)
  count.remove('a', 'one')
  for (let each = 0; each < 2; each += 1) count.add('a', 'one')
  count.remove('a', 'two')
  expect(count.add('a', 'one')).toBe('visitorFull')
})
