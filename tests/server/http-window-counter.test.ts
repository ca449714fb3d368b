import { expect, test } from 'vitest'
import { createWindowCounter } from '../../server/http/window-counter.ts'

const counterAt = (maxPerMinute: number) => {
  const clock = { ms: 1000 }
  return { clock, counter: createWindowCounter(maxPerMinute, () => clock.ms) }
}

test('a key may be used up to its limit, and again after exactly a minute', () => {
  const { clock, counter } = counterAt(2)
  expect([counter.take('one'), counter.take('one'), counter.take('one')]).toEqual([true, true, false])
  clock.ms += 59_999
  expect(counter.take('one')).toBe(false)
  clock.ms += 1
  expect([counter.take('one'), counter.take('one'), counter.take('one')]).toEqual([true, true, false])
})

test('keys do not share a limit', () => {
  const { counter } = counterAt(1)
  expect([counter.take('one'), counter.take('other'), counter.take('one')]).toEqual([true, true, false])
})

test('one that is given back can be taken again, and no more than were taken can be given back', () => {
  const { counter } = counterAt(1)
  counter.giveBack('one')
  expect(counter.take('one')).toBe(true)
  counter.giveBack('one')
  counter.giveBack('one')
  expect([counter.take('one'), counter.take('one')]).toEqual([true, false])
})

test('counts are kept for ten thousand keys; one more forgets the key with the oldest window', () => {
  const { clock, counter } = counterAt(1)
  counter.take('oldest')
  counter.take('second')
  for (let key = 2; key < 10_000; key += 1) counter.take(`key ${key}`)
  expect(counter.take('oldest'), 'ten thousand keys are known').toBe(false)
  counter.take('one more')
  expect([counter.take('second'), counter.take('key 9999')]).toEqual([false, false])
  expect(counter.take('oldest'), 'forgotten').toBe(true)

  clock.ms += 60_000
  counter.take('key 9999')
  expect(counter.take('key 9999'), 'a new window of a known key replaces its old one').toBe(false)
})

test('a new window makes a key the newest', () => {
  const { clock, counter } = counterAt(1)
  counter.take('first')
  clock.ms += 30_000
  for (let key = 1; key < 10_000; key += 1) counter.take(`key ${key}`)
  clock.ms += 30_000
  counter.take('first')
  counter.take('one more')
  expect(counter.take('first'), 'its window is newer than that of the others').toBe(false)
})
