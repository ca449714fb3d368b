import { test } from 'vitest'
import type { World } from '../../src/core/world.ts'
import { poll } from '../../streams/timers.ts'
import { fakeWorld } from '../fakes/fake-world.ts'
import { marbles } from '../marbles.ts'

const pace = { periodMs: 1000, maxMs: 4000 }
const onOff = { t: true, f: false }
const ticks = { 1: 1, 2: 2, 3: 3, 4: 4 }

type Marbles = Parameters<Parameters<typeof marbles>[0]>[0]

const worldWhere = (m: Marbles, visible: string): World => {
  const world = fakeWorld(m.scheduler)
  return { ...world, page: { ...world.page, visible$: m.hot(visible, onOff) } }
}

test(
  'given a constant need, when nothing changes, then the intervals double up to the longest',
  marbles((m) => {
    const ticks$ = poll(m.cold('t', onOff), pace, worldWhere(m, 't'))
    m.expect(ticks$, '- 12s !').toBeObservable('1s 1 1999ms 2 3999ms 3 3999ms 4', ticks)
  }),
)

test(
  'given a hidden page, when it becomes visible, then it starts from the first period',
  marbles((m) => {
    const ticks$ = poll(m.cold('t', onOff), pace, worldWhere(m, 't 1500ms f 9s t'))
    m.expect(ticks$, '- 12s !').toBeObservable('1s 1 10501ms 1', ticks)
  }),
)

test(
  'given a need that ends, when it starts again, then it starts from the first period',
  marbles((m) => {
    const ticks$ = poll(m.cold('t 1499ms f 499ms t', onOff), pace, worldWhere(m, 't'))
    m.expect(ticks$, '- 3500ms !').toBeObservable('1s 1 1999ms 1', ticks)
  }),
)
