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

test('a connection that got through is reachable, one that did not is blocked', () => {
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

test('a machine that refuses a connection was reached', () => {
  expect(judged('ETIMEDOUT', 'ETIMEDOUT', 'ECONNREFUSED', 'ECONNREFUSED', 'ECONNREFUSED')).toMatchObject({
    host: 'reachable',
    // A port on which it does not listen is out of reach.
    controlPlane: 'blocked',
    metadata: 'reachable',
  })
})

test('a packet filter that refuses in the place of our listener is a block', () => {
  expect(judged('ECONNREFUSED', 'ECONNREFUSED', 'ECONNREFUSED', 'ETIMEDOUT', 'ETIMEDOUT')).toMatchObject({
    betweenInstances: 'blocked',
    host: 'blocked',
  })
})

test('what was not tried, or failed in an unexpected way, is unknown and never blocked', () => {
  expect(judged()).toMatchObject({ betweenInstances: 'unknown', host: 'unknown', metadata: 'unknown' })
  expect(judged('EMFILE', 'ETIMEDOUT', 'EMFILE', 'ETIMEDOUT', 'ETIMEDOUT')).toMatchObject({
    betweenInstances: 'unknown',
    host: 'unknown',
  })
  expect(judgeOutcomes([], [])).toMatchObject({ betweenInstances: 'unknown' })
})

test('says in words what was found, and nothing before', () => {
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
