import { expect, test } from 'vitest'
import type { Deployment } from '../../../src/contract/wire/compute.ts'
import {
  everyReplicaLog,
  replicaLabels,
  replicaLogs,
  withKeptLogs,
} from '../../../src/rules/deployments/replica-logs.ts'

const service = (name: string, replicas: number) => ({ name, replicas }) as Deployment['services'][number]

test('every replica has a log: the first one of all is unnamed, and the first of a service has its name', () => {
  expect(replicaLogs([service('web', 2), service('worker', 3)]).map(({ name }) => name)).toEqual([
    '',
    'web.2',
    'worker',
    'worker.2',
    'worker.3',
  ])
})

test('logs of replicas that a service is scaled down by can still be read', () => {
  const asleep = { ...service('web', 0), autoscalingRules: { minReplicas: 0, maxReplicas: 3 } }
  const services = [asleep, service('worker', 1)] as Deployment['services']
  expect(everyReplicaLog(services).map(({ name }) => name)).toEqual(['', 'web.2', 'web.3', 'worker'])
})

test('logs above a lowered maximum, and of services that are gone, stay while their lines are kept', () => {
  const services = [service('web', 1), service('worker', 1)]
  const logs = withKeptLogs(everyReplicaLog(services), ['', 'web.3', 'worker', 'cron', 'web.2'], services)
  expect(logs.map(({ name }) => name)).toEqual(['', 'web.2', 'web.3', 'worker', 'cron'])
  expect([...replicaLabels(logs).values()]).toEqual(['web 1', 'web 2', 'web 3', 'worker', 'cron'])
})
