import { describe, expect, test } from 'vitest'
import type { ReplicaEvent } from '../../server/compute/reconcile/replica/transition/replica-event.ts'
import type { Workload } from '../../server/engines/engine.ts'
import {
  active,
  apply,
  at,
  clock,
  due,
  ended,
  foundEnded,
  inspected,
  MINUTE,
  NOW,
  port,
  running,
  type Sample,
  starting,
  toClose,
  toDelete,
  tornDown,
  tried,
  triggered,
  worker,
  workload,
} from './reconcile-samples.ts'

test.each<[string, Sample, ReplicaEvent, number]>([
  ['a program that is closed gets its time to stop', toClose(active), triggered, 10_000],
  ['one that is deleted gets less', toDelete(active), triggered, 3000],
  ['one that exceeds its disk gets a second', active, inspected(running, { overDisk: 2 }), 1000],
  ['one that has ended gets none', starting, foundEnded(1), 0],
  ['a worker that has finished gets none', worker(active), foundEnded(0), 0],
])('%s', (_title, row, event, graceMs) => {
  expect(apply(row, event, clock).next).toMatchObject({ kind: 'teardown', graceMs })
})

test.each<[string, Sample, Workload['state'], string, RegExp]>([
  ['exited', starting, ended(1), 'exited', /code 1.* It was not ready yet\.$/],
  ['outOfMemory', starting, ended(137, true), 'outOfMemory', /larger plan\. It was not ready yet\.$/],
  [
    'crashLoop',
    tried,
    ended(1),
    'crashLoop',
    /^Crash loop: 6 exits in a row, the last with code 1\. The program is not restarted again\. See its last log lines/,
  ],
  [
    'a crash loop without memory',
    tried,
    ended(137, true),
    'outOfMemory',
    /Crash loop: 6 exits in a row, the last with code 137\..*larger plan/,
  ],
])('%s: the error of a failed start names its cause', (_title, row, state, code, message) => {
  expect(apply(row, inspected(workload(state)), clock).next).toMatchObject({
    outcome: { error: { code, message: expect.stringMatching(message) } },
  })
})

test('a crash is reported with its pause and its number, and the deadline counts from the end of the pause', () => {
  const { set, logs, events } = apply({ ...active, attempts: 1 }, foundEnded(1), clock)
  const message = 'The program exited with code 1. See its last log lines for the reason.'
  expect(set).toEqual({
    state: 'Starting',
    status: 'Pending',
    progressMessage: 'Restarts 2 s after it exited (2 of 5)',
    error: {
      code: 'crashLoop',
      message: 'Crash loop: 2 exits in a row, the last with code 1. See its last log lines for the reason.',
      at: at(0).toISOString(),
    },
    publishedPorts: [],
    activeSince: null,
    deadlineAt: at(2000 + 19 * MINUTE),
    dueAt: at(2000),
    attempts: 2,
  })
  expect(logs).toEqual([message, 'Restarting in 2 s (2 of 5)'])
  expect(events).toEqual(['Exited with code 1. Restarting in 2 s (2 of 5)'])
})

test('a success is not stored as an error', () => {
  const { set } = apply(worker(active), tornDown('finished'), clock)
  expect(set).toMatchObject({ state: 'Closed', status: 'Deprecated', error: null, finishedAt: new Date(NOW) })
})

test('a start that failed, and a replica that exceeded its disk, keep the error and the advice', () => {
  const error = { code: 'exited', message: 'Why.', at: at(0).toISOString() }
  expect(apply(starting, tornDown('failed'), clock)).toMatchObject({
    set: { state: 'Failed-start', status: 'Failed', error },
    logs: ['Failed: Why.'],
    events: ['Failed to start: Why.'],
  })
  const message = 'Stopped: it exceeded its 1 GiB of disk.'
  expect(apply(active, tornDown('overDisk'), clock)).toMatchObject({
    set: { state: 'Failed-start', status: 'Failed', error: { code: 'diskLimit' } },
    logs: [message],
    events: [`${message} It used 2 GiB.`],
  })
})

describe('the error of a crash loop', () => {
  const error = { code: 'crashLoop', message: 'Crash loop: 2 exits in a row.', at: at(-MINUTE).toISOString() }
  const looping: Sample = { ...active, error, attempts: 2, activeSince: at(-MINUTE) }
  const stableAt = (row: Sample) => new Date((row.activeSince?.getTime() ?? 0) + clock.limits.stableMs)

  test('stays while the program runs again, until it has run long enough', () => {
    const { set, next } = apply({ ...due, error, attempts: 2 }, { kind: 'ready', ports: [port] }, clock)
    expect(set).toMatchObject({ state: 'Active' })
    expect(set).not.toHaveProperty('error')
    expect(next).toEqual({ kind: 'rest', requeueAt: at(clock.limits.stableMs) })
    expect(apply(looping, inspected(running), clock)).toEqual({ next: { kind: 'rest', requeueAt: stableAt(looping) } })
  })

  test('is over when it is stable, and that of a single exit when it is ready', () => {
    const now = { ...clock, nowMs: stableAt(looping).getTime() }
    expect(apply(looping, inspected(running), now)).toMatchObject({ set: { error: null }, next: { kind: 'rest' } })
    const once = { ...due, error: { ...error, code: 'exited' }, attempts: 1 }
    expect(apply(once, { kind: 'ready', ports: [port] }, clock)).toMatchObject({
      set: { error: null },
      next: { kind: 'rest' },
    })
  })
})
