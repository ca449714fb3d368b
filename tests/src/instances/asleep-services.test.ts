import { expect, test } from 'vitest'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { asleepServices, isAsleep } from '../../../src/instances/services/asleep-services.ts'
import { statusOf } from '../../../ui/instances/status-of.ts'

const instance = (replicas: Record<string, number>, over: Partial<Instance> = {}) =>
  ({
    state: 'Active',
    desiredState: 'active',
    services: Object.entries(replicas).map(([name, count]) => ({ name, replicas: count })),
    ...over,
  }) as Instance

test('an instance is asleep when all of its services are scaled to zero', () => {
  expect(statusOf(instance({ web: 0, api: 0 }))).toBe('asleep')
  expect(statusOf(instance({ web: 0, db: 1 }))).toBe('Active')
  expect(asleepServices(instance({ web: 0, db: 1 }))).toEqual(['web'])
  expect(isAsleep(instance({}))).toBe(false)
})

test('an instance that is closed or closing is not asleep', () => {
  expect(statusOf(instance({ web: 0 }, { state: 'Closed', desiredState: 'closed' }))).toBe('Closed')
  expect(statusOf(instance({ web: 0 }, { desiredState: 'closed' }))).toBe('closing')
})
