import { expect, test } from 'vitest'
import type { Deployment } from '../../../src/contract/wire/compute.ts'
import { everyReplicaLog, replicaLogs } from '../../../src/instances/replica-logs.ts'

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
