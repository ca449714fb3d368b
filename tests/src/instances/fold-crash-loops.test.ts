import { expect, test } from 'vitest'
import type { InstanceEvent, InstanceEventKind } from '../../../src/contract/wire/instance/instance-event.ts'
import { foldCrashLoops } from '../../../src/instances/events/fold-crash-loops.ts'

type Row = [kind: InstanceEventKind, index?: number, code?: string]

/** Events from the newest to the oldest. */
const eventsOf = (rows: Row[]): InstanceEvent[] =>
  rows.map(
    ([kind, index, code], at) =>
      ({
        _id: String(at),
        kind,
        service: index === undefined ? '' : 'web',
        replicaId: null,
        data: { ...(index !== undefined && { index }), ...(code && { code }) },
        // Only what is folded by.
      }) as unknown as InstanceEvent,
  )
const folded = (rows: Row[]) =>
  foldCrashLoops(eventsOf(rows)).map((entry) =>
    entry.kind === 'event' ? entry.event._id : `${entry.exits} exits: ${entry.events.map(({ _id }) => _id).join(' ')}`,
  )

const loop: Row[] = [
  ['replicaExited', 0, 'crashLoop'],
  ['replicaReady', 0],
  ['replicaStarted', 0],
  ['replicaExited', 0, 'crashLoop'],
  ['replicaReady', 0],
  ['replicaStarted', 0],
  ['replicaExited', 0, 'exited'],
]

test('a crash loop is one entry in the place of its newest event', () => {
  expect(folded([['runSucceeded'], ...loop, ['instanceRenamed']])).toEqual(['0', '3 exits: 1 2 3 4 5 6 7', '8'])
})

test('two replicas that loop at the same time are two entries, and other subjects do not part them', () => {
  expect(
    folded([
      ['replicaExited', 1, 'crashLoop'],
      ['replicaExited', 0, 'crashLoop'],
      ['volumeFilling'],
      ['replicaExited', 1, 'exited'],
      ['replicaExited', 0, 'exited'],
    ]),
  ).toEqual(['2 exits: 0 3', '2 exits: 1 4', '2'])
})

test('the start before the first exit is no part of the loop', () => {
  expect(folded([...loop, ['replicaReady', 0], ['replicaStarted', 0]])).toEqual(['3 exits: 0 1 2 3 4 5 6', '7', '8'])
})

test('single exits stay as they are', () => {
  expect(
    folded([
      ['replicaExited', 0, 'exited'],
      ['replicaReady', 0],
      ['replicaStarted', 0],
    ]),
  ).toEqual(['0', '1', '2'])
  expect(
    folded([
      ['replicaExited', 0, 'exited'],
      ['replicaExited', 0, 'exited'],
    ]),
  ).toEqual(['0', '1'])
})

test('a deployment and the end of a replica part its loops', () => {
  for (const kind of ['deploymentCreated', 'replicaRemoved', 'replicaFailed'] as const)
    expect(folded([...loop, [kind, 0], ...loop])).toEqual([
      '3 exits: 0 1 2 3 4 5 6',
      '7',
      '3 exits: 8 9 10 11 12 13 14',
    ])
})

test('no event is lost, and none is twice', () => {
  const rows = [
    ...loop,
    ...loop.map(([kind, , code]): Row => (code ? [kind, 1, code] : [kind, 1])),
    ['runFailed'] as Row,
  ]
  const events = eventsOf(rows)
  const shown = foldCrashLoops(events).flatMap((entry) => (entry.kind === 'event' ? [entry.event] : entry.events))
  expect(shown).toHaveLength(events.length)
  expect(new Set(shown)).toEqual(new Set(events))
})
