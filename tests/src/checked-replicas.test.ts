import { expect, test } from 'vitest'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { checkedReplicas } from '../../src/instances/health/checked-replicas.ts'

const services = [
  { name: 'web', replicas: 3 },
  { name: 'queue', replicas: 2 },
  { name: 'asleep', replicas: 0 },
] as Instance['services']
const running = { state: 'Active', desiredState: 'active', services } as const

const check = { kind: 'http' }

test.each([
  ['no service has a check', [], 0],
  ['one service has a check', ['web'], 3],
  ['a service with a check is scaled to zero', ['asleep'], 0],
  ['a service with a check was removed since', ['web', 'earlier'], 3],
  ['all have a check', ['web', 'queue', 'asleep'], 5],
])('where %s, %j give %i checked replicas', (_, names, count) => {
  const configured = ['web', 'queue', 'asleep', 'earlier'].map((name) => ({
    name,
    healthCheck: names.includes(name) ? check : null,
  }))
  expect(checkedReplicas(running, configured)).toBe(count)
})

test('an instance that does not run has no checked replicas', () => {
  const configured = [{ name: 'web', healthCheck: check }]
  expect(checkedReplicas({ ...running, state: 'Closed' }, configured)).toBe(0)
  expect(checkedReplicas({ ...running, desiredState: 'closed' }, configured)).toBe(0)
})
