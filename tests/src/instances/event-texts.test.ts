import { expect, test } from 'vitest'
import type { InstanceEvent, InstanceEventKind } from '../../../src/contract/wire/instance/instance-event.ts'
import { instanceEventKinds } from '../../../src/contract/wire/instance/instance-event.ts'
import { eventText } from '../../../src/instances/events/event-texts.ts'
import { failureLines } from '../../../src/instances/events/failure-lines.ts'

const event = (kind: InstanceEventKind, data: InstanceEvent['data'] = {}, more: Partial<InstanceEvent> = {}) =>
  ({
    _id: kind,
    kind,
    actor: null,
    deploymentId: null,
    replicaId: null,
    service: 'web',
    data,
    at: '2026-03-01T10:00:00.000Z',
    ...more,
  }) as InstanceEvent

test('each kind of event has its own title', () => {
  const kinds = Object.values(instanceEventKinds).flat()
  const titles = kinds.map((kind) => eventText(event(kind)).title)
  expect(new Set(titles).size).toBe(kinds.length)
})

test.each<[InstanceEventKind, InstanceEvent['data'], string, string]>([
  ['deploymentCreated', { number: 3, reason: 'rollback', repeats: 1 }, 'Deployment 3', 'Rolled back to deployment 1.'],
  ['deploymentCreated', { number: 2, reason: 'update', repeats: null }, 'Deployment 2', 'Configuration updated.'],
  ['trafficSwitched', { number: 2, replaced: 1 }, 'Deployment 2 active', 'It replaced deployment 1.'],
  ['trafficSwitched', { number: 1, replaced: null }, 'Deployment 1 active', ''],
  ['instanceRenamed', { before: 'a', after: 'b' }, 'Instance renamed', 'From a to b.'],
  ['replicaReady', { index: 1 }, 'Replica ready: web 2', ''],
  ['replicaExited', { index: 0, code: 'exited', message: 'Why.' }, 'Replica exited: web 1', 'Why.'],
  ['replicaExited', { index: 0, code: 'crashLoop', message: 'Why.' }, 'Crash loop: web 1', 'Why.'],
  [
    'volumeFull',
    { volume: 'data', usedBytes: 1024 ** 3, sizeBytes: 1024 ** 3 },
    'Volume full',
    'data uses 1 GiB of 1 GiB.',
  ],
  ['volumeFilling', { volume: 'data', usedBytes: null, sizeBytes: 1024 ** 3 }, 'Volume filling up', 'data.'],
  ['runFailed', { exitCode: 2 }, 'Command failed', 'Exit code 2.'],
])('%s with %o reads “%s”', (kind, data, title, detail) => {
  expect(eventText(event(kind, data))).toMatchObject({ title, detail })
})

test('the last lines of a failure are those of an event at its time', () => {
  const at = (minute: number) => `2026-03-01T10:0${minute}:00.000Z`
  const events = [
    event('replicaReady', {}, { at: at(9) }),
    event('replicaExited', { lastLines: ['second'] }, { at: at(5) }),
    event('replicaExited', { lastLines: ['first'] }, { at: at(1) }),
  ]
  expect(failureLines(events, at(5))).toEqual(['second'])
  expect(failureLines(events, at(1))).toEqual(['first'])
  expect(failureLines(events, at(9))).toEqual([])
})
