import { expect, test } from 'vitest'
import { TopicCursors } from '../../streams/live/topic-cursors.ts'

const lines = (first: number, sequence: number) => ({ kind: 'lines', first, sequence })

test('accepts a packet with several items if it starts at or before the end of the last one', () => {
  const cursors = new TopicCursors()
  cursors.begin('log', 0)
  expect(cursors.receive('log', [lines(1, 10), lines(11, 12)])).toMatchObject({ fresh: [{}, {}], hasGap: false })
  expect(cursors.receive('log', [lines(8, 12)]), 'nothing new').toMatchObject({ fresh: [], hasGap: false })
  expect(cursors.receive('log', [lines(10, 20)]), 'partly new').toMatchObject({ fresh: [{}], hasGap: false })
  expect(cursors.subscriptions(['log'])).toStrictEqual({ log: 20 })
})

test('reports a gap if a packet with several items starts later', () => {
  const cursors = new TopicCursors()
  cursors.begin('log', 5)
  expect(cursors.receive('log', [lines(6, 7), lines(9, 12)])).toStrictEqual({ fresh: [lines(6, 7)], hasGap: true })
  expect(cursors.subscriptions(['log'])).toStrictEqual({ log: 7 })
})

test('a transient packet goes through without moving the cursor, unless packets before it are missing', () => {
  const cursors = new TopicCursors()
  cursors.begin('log', 5)
  expect(cursors.receive('log', [lines(6, 5), lines(6, 7)])).toStrictEqual({
    fresh: [lines(6, 5), lines(6, 7)],
    hasGap: false,
  })
  expect(cursors.receive('log', [lines(6, 5)]), 'from a leader that is behind').toMatchObject({ fresh: [{}] })
  expect(cursors.subscriptions(['log'])).toStrictEqual({ log: 7 })
  expect(cursors.receive('log', [lines(10, 9)])).toStrictEqual({ fresh: [], hasGap: true })
})
