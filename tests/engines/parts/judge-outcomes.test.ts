import { expect, test } from 'vitest'
import { describeIsolation } from '../../../server/engines/docker/isolation/describe-isolation.ts'
import { judgeOutcomes, type ProbeTarget } from '../../../server/engines/docker/isolation/judge-outcomes.ts'

const target = (kind: ProbeTarget['kind'], isListening = false): ProbeTarget => ({
  kind,
  address: '10.84.0.1',
  port: 1,
  isListening,
})

const targets = [
  target('betweenInstances', true),
  target('host', true),
  target('host'),
  target('controlPlane'),
  target('metadata'),
]

const judged = (...outcomes: string[]) => judgeOutcomes(targets, outcomes)

test('a successful connection is reachable, a failed one is blocked', () => {
  expect(judged('connected', 'connected', 'ETIMEDOUT', 'connected', 'connected')).toEqual({
    betweenInstances: 'reachable',
    host: 'reachable',
    controlPlane: 'reachable',
    metadata: 'reachable',
  })
  expect(judged('ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EHOSTUNREACH')).toEqual({
    betweenInstances: 'blocked',
    host: 'blocked',
    controlPlane: 'blocked',
    metadata: 'blocked',
  })
})

test('a machine that refuses a connection is reachable', () => {
  expect(judged('ETIMEDOUT', 'ETIMEDOUT', 'ECONNREFUSED', 'ECONNREFUSED', 'ECONNREFUSED')).toMatchObject({
    host: 'reachable',
    // The control plane does not listen on this port, so it cannot be reached there.
    controlPlane: 'blocked',
    metadata: 'reachable',
  })
})

test('a connection that is refused where the probe listens is blocked by a packet filter', () => {
  expect(judged('ECONNREFUSED', 'ECONNREFUSED', 'ECONNREFUSED', 'ETIMEDOUT', 'ETIMEDOUT')).toMatchObject({
    betweenInstances: 'blocked',
    host: 'blocked',
  })
})

test('a target that was not tried, or failed with an unexpected error, is unknown', () => {
  expect(judged()).toMatchObject({ betweenInstances: 'unknown', host: 'unknown', metadata: 'unknown' })
  expect(judged('EMFILE', 'ETIMEDOUT', 'EMFILE', 'ETIMEDOUT', 'ETIMEDOUT')).toMatchObject({
    betweenInstances: 'unknown',
    host: 'unknown',
  })
  expect(judgeOutcomes([], [])).toMatchObject({ betweenInstances: 'unknown' })
})

test('describes the findings in a sentence, and is empty before the first measurement', () => {
  expect(describeIsolation(undefined)).toBe('')
  const blocked = judged('ETIMEDOUT', 'ETIMEDOUT', 'ETIMEDOUT', 'ETIMEDOUT', 'ETIMEDOUT')
  expect(describeIsolation({ ...blocked, atMs: 0 })).toBe(
    'Workloads cannot reach each other, this machine, the control plane or the cloud metadata service.',
  )
  expect(describeIsolation({ ...blocked, host: 'reachable', metadata: 'reachable', atMs: 0 })).toBe(
    'Workloads can reach this machine and the cloud metadata service.',
  )
  expect(describeIsolation({ ...blocked, host: 'unknown', atMs: 0 })).toBe(
    'Workloads cannot reach each other, the control plane or the cloud metadata service.',
  )
})
