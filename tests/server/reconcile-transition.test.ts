import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultTimeLimits } from '../../server/compute/reconcile/reconcile-options.ts'
import type { Transition } from '../../server/compute/reconcile/replica/transition/next-steps.ts'
import type {
  Failure,
  ReplicaEvent,
  ReplicaState,
  Step,
} from '../../server/compute/reconcile/replica/transition/replica-event.ts'
import type { Workload } from '../../server/engines/engine.ts'
import {
  active,
  afterFailures,
  apply,
  at,
  clock,
  due,
  ended,
  exitReported,
  failed,
  foundEnded,
  inspected,
  MINUTE,
  NOW,
  once,
  overdue,
  port,
  restarting,
  running,
  type Sample,
  stable,
  starting,
  toClose,
  toDelete,
  tornDown,
  tried,
  triggered,
  worker,
  workload,
} from './reconcile-samples.ts'

const unhealthy = { message: 'Why.', atMs: NOW }
const silent: ReplicaEvent = { kind: 'unhealthy', error: { code: 'portSilent', message: 'Why.' } }

/** Returns the next step with its outcome or its pause. */
const stepOf = ({ next }: Transition): string =>
  next.kind === 'teardown'
    ? `teardown as ${next.outcome.kind}`
    : next.kind === 'rest' && next.requeueAt
      ? `rest for ${next.requeueAt.getTime() - NOW} ms`
      : next.kind

describe('the table', () => {
  test.each<[string, Sample, ReplicaEvent, string | undefined, string]>([
    ['a new replica is inspected in the engine', starting, triggered, undefined, 'inspect'],
    ['a missing workload is started', starting, inspected(undefined), undefined, 'start'],
    ['a created workload is started', starting, inspected(workload({ kind: 'created' })), undefined, 'start'],
    ['a running workload is awaited', starting, inspected(running), 'Starting', 'awaitReady'],
    ['a started workload is awaited', starting, { kind: 'started', workload: running }, 'Starting', 'awaitReady'],
    ['a waiting replica rests', { ...starting, desiredState: 'waiting' }, triggered, undefined, 'rest'],
    ['a ready replica is active', starting, { kind: 'ready', ports: [port] }, 'Active', 'rest'],
    ['an unchanged active replica rests', active, inspected(running), undefined, 'rest'],
    ['new ports are written', { ...active, publishedPorts: [] }, inspected(running), 'Active', 'rest'],
    [
      'one moved port of several is written',
      { ...active, publishedPorts: [port, { containerPort: 9090, hostPort: 20_001 }] },
      inspected(workload({ kind: 'running', startedAtMs: NOW }, [port, { containerPort: 9090, hostPort: 20_002 }])),
      'Active',
      'rest',
    ],
    ['the end of an outage is written', { ...active, progressMessage: 'x' }, inspected(running), 'Active', 'rest'],
    ['a vanished workload is started again', active, inspected(undefined), 'Starting', 'start'],
    ['a reported exit shows at once', active, exitReported(1), 'Starting', 'inspect'],
    ['an exit from before this run is ignored', active, exitReported(1, -2 * MINUTE), undefined, 'inspect'],
    ["a worker's success is inspected first", worker(active), exitReported(0), undefined, 'inspect'],
    ['the last exit of a crash loop is inspected first', tried, exitReported(1), undefined, 'inspect'],
    ['a crash is followed by a pause', active, foundEnded(1), 'Starting', 'rest for 1000 ms'],
    ['the pause doubles with each crash', { ...active, attempts: 3 }, foundEnded(1), 'Starting', 'rest for 8000 ms'],
    ['the pause starts over after a stable run', stable, foundEnded(1), 'Starting', 'rest for 1000 ms'],
    ['a service is restarted after a success too', active, foundEnded(0), 'Starting', 'rest for 1000 ms'],
    ['too many crashes fail', tried, foundEnded(1), undefined, 'teardown as failed'],
    ['an exit before it was ready fails', starting, foundEnded(1), undefined, 'teardown as failed'],
    ['an exit while waiting fails', starting, { kind: 'exited', exit: ended(1) }, undefined, 'teardown as failed'],
    [
      'an exit while waiting for a restart is followed by a longer pause',
      due,
      { kind: 'exited', exit: ended(1) },
      'Starting',
      'rest for 2000 ms',
    ],
    ["a worker's success finishes it", worker(active), foundEnded(0), undefined, 'teardown as finished'],
    [
      'a success after running out of memory finishes nothing',
      worker(active),
      inspected(workload(ended(0, true))),
      'Starting',
      'rest for 1000 ms',
    ],
    ['the pause is kept', restarting, foundEnded(1), undefined, 'rest for 500 ms'],
    ['a workload is restarted after its pause', due, foundEnded(1), undefined, 'restart'],
    ['a missing workload is started after its pause', due, inspected(undefined), undefined, 'start'],
    ['an end with the engine is no crash', active, foundEnded(137, 'engine'), 'Starting', 'restart'],
    ["a worker's end with the engine is no success", worker(active), foundEnded(0, 'engine'), 'Starting', 'restart'],
    [
      'an end while the control plane was down is no crash',
      active,
      foundEnded(1, 'controlPlane'),
      'Starting',
      'restart',
    ],
    [
      "a worker's success while the control plane was down counts",
      worker(active),
      foundEnded(0, 'controlPlane'),
      undefined,
      'teardown as finished',
    ],
    [
      'exceeding the disk limit ends it',
      active,
      inspected(running, { overDisk: 2 }),
      undefined,
      'teardown as overDisk',
    ],
    [
      'disk use that cannot be measured ends a start',
      starting,
      inspected(running, { overDisk: 'notMeasurable' }),
      undefined,
      'teardown as overDisk',
    ],
    ['an unhealthy replica is restarted at once', active, inspected(running, { unhealthy }), 'Starting', 'restart'],
    [
      'an unhealthy check from before this run is ignored',
      { ...active, activeSince: at(1) },
      inspected(running, { unhealthy }),
      undefined,
      'rest',
    ],
    [
      'too many restarts of an unhealthy replica fail',
      tried,
      inspected(running, { unhealthy }),
      undefined,
      'teardown as failed',
    ],
    [
      'a program that runs once fails when unhealthy',
      once(active),
      inspected(running, { unhealthy }),
      undefined,
      'teardown as failed',
    ],
    ['a replica that is never ready fails', starting, silent, undefined, 'teardown as failed'],
    ['a replica that is not ready again is restarted', due, silent, 'Starting', 'restart'],
    ['a failed replica rests', failed, triggered, undefined, 'rest'],
    ['closing tears down an active replica', toClose(active), triggered, undefined, 'teardown as closed'],
    ['closing tears down a starting replica', toClose(starting), inspected(running), undefined, 'teardown as closed'],
    ['a failed replica has nothing to tear down', toClose(failed), triggered, undefined, 'rest'],
    ['a program that runs once is not restarted', once(active), foundEnded(1), undefined, 'teardown as failed'],
    ['a program that runs once may finish', once(active), foundEnded(0), undefined, 'teardown as finished'],
    ['a closed replica rests', { ...toClose(failed), state: 'Closed' }, triggered, undefined, 'rest'],
    ['deleting tears down too', toDelete(active), inspected(running), undefined, 'teardown as closed'],
    ['a teardown as closed closes the replica', toClose(active), tornDown('closed'), 'Closed', 'rest'],
    ['a teardown as finished closes the replica', worker(active), tornDown('finished'), 'Closed', 'rest'],
    ['a teardown as overDisk fails the replica', active, tornDown('overDisk'), 'Failed-start', 'rest'],
    ['a teardown as failed fails the start', starting, tornDown('failed'), 'Failed-start', 'rest'],
    [
      'a start that the engine rejects fails',
      starting,
      afterFailures(0, 'imageNotFound'),
      undefined,
      'teardown as failed',
    ],
    ['a start that we reject fails', starting, afterFailures(0, 'noPort', 'start'), undefined, 'teardown as failed'],
    ['an unreachable engine is tried again', starting, afterFailures(9, 'engineUnreachable'), 'Starting', 'retry'],
    [
      'an unreachable engine fails past the deadline',
      overdue,
      afterFailures(1, 'engineUnreachable'),
      'Failed-start',
      'rest',
    ],
    ['the first pass ignores the deadline', overdue, afterFailures(0, 'engineUnreachable'), 'Starting', 'retry'],
    ['an unexpected engine error is tried twice more', starting, afterFailures(1, 'unexpected'), 'Starting', 'retry'],
    [
      'a third unexpected engine error fails',
      starting,
      afterFailures(2, 'unexpected'),
      undefined,
      'teardown as failed',
    ],
    [
      'a repeated failure is not written again',
      { ...starting, progressMessage: 'Why.' },
      afterFailures(1, 'engineUnreachable'),
      undefined,
      'retry',
    ],
    ['a bug is tried again', starting, afterFailures(9, 'unexpected', 'unexpected'), undefined, 'retry'],
    [
      'a bug fails past the deadline',
      overdue,
      afterFailures(9, 'unexpected', 'unexpected'),
      undefined,
      'teardown as failed',
    ],
    ['an active replica waits for the engine', active, afterFailures(0, 'engineUnreachable'), 'Active', 'rest'],
    ['an exit at the start of this run is not outdated', active, exitReported(1, -MINUTE), 'Starting', 'inspect'],
    ['a pause that ends now is over', { ...due, dueAt: at(0) }, foundEnded(1), undefined, 'restart'],
    [
      'a run of five minutes is stable',
      { ...tried, activeSince: at(-5 * MINUTE) },
      foundEnded(1),
      'Starting',
      'rest for 1000 ms',
    ],
    [
      'a deadline has not passed at its own time',
      { ...starting, deadlineAt: at(0) },
      afterFailures(1, 'engineUnreachable'),
      'Starting',
      'retry',
    ],
    [
      'a workload that is gone is looked for again',
      starting,
      afterFailures(9, 'workloadNotFound'),
      'Starting',
      'retry',
    ],
    ['a close is tried again', toClose(active), afterFailures(0, 'engineUnreachable'), 'Active', 'retry'],
  ])('%s', (_title, row, event, becomes, next) => {
    const result = apply(row, event, clock)
    expect(result.set && { ...row, ...result.set }.state).toBe(becomes)
    expect(stepOf(result)).toBe(next)
  })

  test('a missing workload that cannot be started again is the fault of its engine', () => {
    const missing = { ...active, ...apply(active, inspected(undefined), clock).set }
    expect(missing.status).toBe('Deprecated-Provider')
    const { next } = apply(missing, afterFailures(0, 'imageNotFound'), clock)
    expect(next).toMatchObject({ outcome: { kind: 'failed', error: { code: 'providerGone' } } })
    const torn = {
      kind: 'tornDown',
      outcome: { kind: 'failed', error: { code: 'providerGone', message: 'Why.' } },
    } as const
    expect(apply(missing, torn, clock).set).toMatchObject({ state: 'Failed-start', status: 'Deprecated-Provider' })
    expect(apply(missing, { kind: 'started', workload: running }, clock).set?.status).toBe('PROVISIONED')
  })

  test('a reported exit keeps the start time, so that the inspection can tell a stable run', () => {
    const { set } = apply(stable, exitReported(1), clock)
    expect(set).toMatchObject({ activeSince: stable.activeSince, publishedPorts: [] })
    expect(apply({ ...stable, ...set }, foundEnded(1), clock).set).toMatchObject({
      attempts: 1,
      activeSince: null,
    })
  })
})

describe('for any sequence of events', () => {
  const rarely = fc.integer({ min: 1, max: 10 }).map((number) => number === 1)
  const choice = fc.record({
    isFailing: rarely,
    code: fc.constantFrom('engineUnreachable', 'imageNotFound', 'unexpected'),
    source: fc.constantFrom<Failure['source']>('engine', 'start', 'unexpected'),
    found: fc.constantFrom('running', 'running', 'running', 'missing', 'ended', 'succeeded', 'created'),
    outage: fc.constantFrom('engine' as const, 'controlPlane' as const, undefined, undefined),
    isOverDisk: rarely,
    hasExit: fc.boolean(),
    request: fc.oneof(
      { weight: 18, arbitrary: fc.constant('active' as const) },
      { weight: 2, arbitrary: fc.constantFrom('closed' as const, 'deleted' as const) },
    ),
    passesMs: fc.constantFrom(0, 300, 2000, 20 * MINUTE),
    failures: fc.nat(4),
  })
  type Choice = typeof choice extends fc.Arbitrary<infer T> ? T : never

  const foundBy = ({ found }: Choice): Workload | undefined => {
    if (found === 'missing') return undefined
    if (found === 'created') return workload({ kind: 'created' })
    return found === 'running' ? running : workload(ended(found === 'ended' ? 1 : 0))
  }

  const responseTo = (step: Step, by: Choice): ReplicaEvent => {
    if (step.kind === 'rest' || step.kind === 'retry') return by.hasExit ? exitReported(1) : triggered
    if (by.isFailing) return afterFailures(by.failures, by.code, by.source)
    if (step.kind === 'inspect')
      return inspected(foundBy(by), { outage: by.outage, overDisk: by.isOverDisk ? 2 : undefined })
    if (step.kind === 'teardown') return { kind: 'tornDown', outcome: step.outcome }
    if (step.kind !== 'awaitReady') return { kind: 'started', workload: running }
    const isReady = by.found === 'running' || by.found === 'missing'
    return isReady ? { kind: 'ready', ports: [port] } : { kind: 'exited', exit: ended(1) }
  }

  /** Applies a request to stop, which can occur at any moment. */
  const requested = (row: Sample, desiredState: ReplicaState['desiredState']): Sample => {
    const order = ['waiting', 'active', 'closed', 'deleted']
    if (order.indexOf(desiredState) <= order.indexOf(row.desiredState)) return row
    return { ...row, desiredState, progressMessage: 'Ending', dueAt: null, deadlineAt: null }
  }

  const written = (row: Sample, { set }: Transition): Sample => ({ ...row, ...set })

  const isLegal = (row: Sample): boolean => {
    const isRunning = row.activeSince !== null && row.deadlineAt === null && row.dueAt === null && row.error === null
    const isOver =
      row.publishedPorts.length === 0 &&
      row.attempts === 0 &&
      row.activeSince === null &&
      row.deadlineAt === null &&
      row.dueAt === null
    if (row.finishedAt && (row.state !== 'Closed' || row.error)) return false
    if (row.attempts > 5) return false
    switch (row.state) {
      case 'Starting':
        return row.publishedPorts.length === 0 && (row.desiredState !== 'active' || row.deadlineAt !== null)
      case 'Active':
        return isRunning && row.status === 'Deployed'
      case 'Failed-start':
        return isOver && row.error !== null && ['Failed', 'Deprecated-Provider'].includes(row.status)
      case 'Closed':
        return isOver && (row.desiredState !== 'active' || row.finishedAt !== null)
    }
  }

  const play = (hasPorts: boolean, choices: readonly Choice[]) => {
    let row: Sample = hasPorts ? starting : worker(starting)
    let nowMs = NOW
    let event: ReplicaEvent = triggered
    for (const by of choices) {
      nowMs += by.passesMs
      row = requested(row, by.request)
      const result = apply(row, event, { nowMs, limits: defaultTimeLimits })
      row = written(row, result)
      expect(isLegal(row), JSON.stringify({ event, row })).toBe(true)
      event = responseTo(result.next, by)
    }
    return { row, nowMs }
  }

  test('the row is never in an illegal state', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.array(choice, { maxLength: 40 }), (hasPorts, choices) => {
        play(hasPorts, choices)
      }),
      { numRuns: 1000 },
    )
  })

  test.each(['closed', 'deleted'] as const)('a replica that is to be %s is over after one pass', (desiredState) => {
    fc.assert(
      fc.property(fc.boolean(), fc.array(choice, { maxLength: 25 }), choice, (hasPorts, choices, engine) => {
        const { row: before, nowMs } = play(hasPorts, choices)
        let row = requested(before, desiredState)
        let event: ReplicaEvent = triggered
        const steps: string[] = []
        for (let count = 0; count < 3 && !steps.includes('rest'); count += 1) {
          const result = apply(row, event, { nowMs, limits: defaultTimeLimits })
          row = written(row, result)
          steps.push(result.next.kind)
          event = responseTo(result.next, { ...engine, isFailing: false })
        }
        expect(['Closed', 'Failed-start']).toContain(row.state)
        expect(steps.at(-1)).toBe('rest')
      }),
    )
  })
})
