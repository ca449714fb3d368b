import { expect, test } from 'vitest'
import type { ReconcileEvent, ReconcileState } from '../../server/compute/reconcile/reconcile-event.ts'
import { defaultTimeLimits } from '../../server/compute/reconcile/reconcile-options.ts'
import { transition } from '../../server/compute/reconcile/transition.ts'
import type { Workload } from '../../server/engines/engine.ts'
import {
  active,
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
  starting,
  toClose,
  tornDown,
  tried,
  triggered,
  worker,
  workload,
} from './reconcile-samples.ts'

test.each<[string, ReconcileState, ReconcileEvent, number]>([
  ['a program that is closed gets its time to stop', toClose(active), triggered, defaultTimeLimits.graceMs],
  ['one that exceeds its disk gets a second', active, inspected(running, { overDisk: 2 }), 1000],
  ['one that has ended gets none', starting, foundEnded(1), 0],
  ['a worker that has finished gets none', worker(active), foundEnded(0), 0],
])('%s', (_title, row, event, graceMs) => {
  expect(transition(row, event, clock).next).toMatchObject({ kind: 'teardown', graceMs })
})

test.each<[string, ReconcileState, Workload['state'], string, RegExp]>([
  ['exited', starting, ended(1), 'exited', /code 1.* It was not ready yet\.$/],
  ['outOfMemory', starting, ended(137, true), 'outOfMemory', /larger plan\. It was not ready yet\.$/],
  ['crashLoop', tried, ended(1), 'crashLoop', /exited 6 times in a row .*code 1/],
  ['a crash loop without memory', tried, ended(137, true), 'outOfMemory', /exited 6 times in a row .*larger plan/],
])('%s: the error of a failed start names its cause', (_title, row, state, code, message) => {
  expect(transition(row, inspected(workload(state)), clock).next).toMatchObject({
    outcome: { error: { code, message: expect.stringMatching(message) } },
  })
})

test('a crash is reported with its pause and its number, and the deadline counts from the end of the pause', () => {
  const { set, logs, events } = transition({ ...active, attempts: 1 }, foundEnded(1), clock)
  const message = 'The program exited with code 1. See its last log lines for the reason.'
  expect(set).toEqual({
    state: 'Starting',
    status: 'Pending',
    progressMessage: 'Restarting in 2 s (2 of 5)',
    error: { code: 'exited', message, at: at(0).toISOString() },
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
  const { set, notification } = transition(worker(active), tornDown('finished'), clock)
  expect(set).toMatchObject({ desiredState: 'closed', status: 'Deprecated', error: null, finishedAt: new Date(NOW) })
  expect(notification).toBeUndefined()
})

test('the user who deployed is notified of the first start and of each failure', () => {
  const ready: ReconcileEvent = { kind: 'ready', ports: [port], url: null }
  expect(transition(starting, ready, clock).notification).toMatchObject({ type: 'success' })
  expect(transition(due, ready, clock).notification).toBeUndefined()
  expect(transition(active, tornDown('overDisk'), clock).notification).toMatchObject({ type: 'error' })
  expect(transition(starting, tornDown('failed'), clock).notification).toMatchObject({ type: 'error' })
})

test('a start that failed, and an instance that exceeded its disk, keep the error and the advice', () => {
  const error = { code: 'exited', message: 'Why.', at: at(0).toISOString() }
  expect(transition(starting, tornDown('failed'), clock)).toMatchObject({
    set: { state: 'Failed-start', status: 'Failed', error },
    logs: ['Failed: Why.'],
    events: ['Failed to start: Why.'],
    notification: { title: 'web failed to start', message: 'Why.' },
  })
  const message = 'Stopped: it exceeded its 1 GiB of disk.'
  expect(transition(active, tornDown('overDisk'), clock)).toMatchObject({
    set: { state: 'Closed', status: 'Failed', desiredState: 'closed', error: { code: 'diskLimit' } },
    logs: [message],
    events: [`${message} It used 2 GiB.`],
    notification: { title: 'web', message },
  })
})
