import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '../../src/contract/contract.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { type GatewayHarness, gatewayHarness } from './gateway-harness.ts'
import { until } from './until.ts'

let harness: ComputeHarness
let gateway: GatewayHarness
beforeAll(async () => {
  harness = await computeHarness({ limits: { settleMs: 50, portMs: 3000, graceMs: 3000, firstRestartMs: 20 } })
  gateway = await gatewayHarness(harness)
})
afterAll(async () => {
  await gateway?.close()
  await harness?.close()
})

type Configuration = NonNullable<InputOf<'updateInstance'>['configuration']>
type Service = Configuration['services'][number]

const size = { cpuMilli: 100, memoryBytes: 128 * 1024 ** 2, storageBytes: 512 * 1024 ** 2 }
const web = (greeting: string, more: Partial<Service> = {}): Service => ({
  ...size,
  name: 'web',
  image: 'longshore/hello:1',
  environment: [{ name: 'GREETING', value: greeting }],
  ports: [{ containerPort: 8080 }],
  replicas: 2,
  ...more,
})
const worker = (name: string, more: Partial<Service> = {}): Service => ({
  ...size,
  name,
  image: 'longshore/clock:1',
  ...more,
})

const deploy = async (...services: Service[]): Promise<Instance> => {
  const { organizationId, projectId } = harness
  const { instance } = await harness.call('createInstance', {
    organizationId,
    projectId,
    name: 'Ferry',
    region: 'us-west',
    configuration: { services },
  })
  return harness.inState(instance._id, 'Active')
}

const update = ({ _id: id }: Instance, services: Service[], more: Partial<InputOf<'updateInstance'>> = {}) =>
  harness.call('updateInstance', { id, configuration: { services }, ...more })

interface ReplicaRow {
  number: number
  service: string
  index: number
  state: string
  desired: string
}

const replicasOf = async ({ _id }: Instance): Promise<ReplicaRow[]> => {
  const { rows } = await harness.store.pool.query<ReplicaRow>(
    `select d.number, r.service, r.index, r.state, r.desired_state as desired
     from replica r join deployment d on d.id = r.deployment_id
     where r.instance_id = $1 and r.removed_at is null order by d.number, r.service, r.index`,
    [_id],
  )
  return rows
}

const statusesOf = async ({ _id }: Instance) =>
  (await harness.instance(_id)).deployments.map(({ number, status }) => `${number} ${status}`).toSorted()

/** Resolves when only these deployments' replicas are left, with the statuses of all deployments. */
const settledOn = (instance: Instance, number: number, count: number) =>
  until(async () => {
    const rows = await replicasOf(instance)
    return rows.length === count && rows.every((row) => row.number === number && row.state === 'Active')
  }, 25_000)

const hostOf = ({ latestUrlPreview }: Instance) => new URL(latestUrlPreview ?? 'http://none').host

/** Requests the page steadily until it is stopped, and returns every response. */
function stream(instance: Instance, everyMs = 10) {
  const host = hostOf(instance)
  const responses: Promise<string>[] = []
  const timer = setInterval(() => {
    responses.push(
      gateway.get(host).then(
        ({ status, body }) => (status === 200 ? (/(Old|New) tide/.exec(body)?.[0] ?? body) : `status ${status}`),
        (error: Error) => error.message,
      ),
    )
  }, everyMs)
  return async () => {
    clearInterval(timer)
    return Promise.all(responses)
  }
}

test('an update under a steady stream of requests fails none of them [P4.11]', async () => {
  const instance = await deploy(web('Old tide', { replicas: 3 }))
  await until(async () => (await gateway.get(hostOf(instance))).body.includes('Old tide'))
  const stop = stream(instance)
  await update(instance, [web('New tide', { replicas: 3 })])
  await settledOn(instance, 2, 3)
  await until(async () => (await gateway.get(hostOf(instance))).body.includes('New tide'))
  const pages = await stop()
  expect(new Set(pages)).toEqual(new Set(['Old tide', 'New tide']))
  expect(await statusesOf(instance)).toEqual(['1 Deprecated', '2 Deployed'])
  expect(await harness.instance(instance._id)).toMatchObject({ state: 'Active', status: 'Deployed', error: null })
})

test('a failed update leaves the old deployment serving and says why', async () => {
  const instance = await deploy(web('Old tide'))
  await until(async () => (await gateway.get(hostOf(instance))).body.includes('Old tide'))
  const before = await replicasOf(instance)
  const stop = stream(instance, 50)
  const broken = { image: 'longshore/trouble:1', environment: [{ name: 'MODE', value: 'exit' }] }
  await update(instance, [web('', broken)])
  await until(async () => (await statusesOf(instance)).includes('2 Failed'), 20_000)
  expect(new Set(await stop())).toEqual(new Set(['Old tide']))
  await until(async () => JSON.stringify(await replicasOf(instance)) === JSON.stringify(before))
  const after = await harness.instance(instance._id)
  expect(after).toMatchObject({ state: 'Active', activeDeployment: instance.activeDeployment })
  const failed = after.deployments.find(({ number }) => number === 2)
  expect(failed?.error).toMatchObject({ code: 'exited', message: expect.stringContaining('not ready') })
})

test('restart and rollback replace the replicas, and an instance is never in two deployments', async () => {
  const instance = await deploy(web('Old tide', { replicas: 1 }))
  await harness.call('restartInstance', { id: instance._id })
  await settledOn(instance, 2, 1)
  await update(instance, [web('New tide', { replicas: 1 })])
  await settledOn(instance, 3, 1)
  await harness.call('rollbackInstance', { id: instance._id, deploymentNumber: 1 })
  await settledOn(instance, 4, 1)
  await until(async () => (await gateway.get(hostOf(instance))).body.includes('Old tide'))
  expect(await statusesOf(instance)).toEqual(['1 Deprecated', '2 Deprecated', '3 Deprecated', '4 Deployed'])
})

test('a service starts when the one that it starts after is ready', async () => {
  const instance = await deploy(worker('late', { startAfter: ['early'] }), worker('early', { replicas: 2 }))
  const { rows } = await harness.store.pool.query<{ service: string; ready: Date; begun: Date }>(
    `select r.service, r.ready_since as ready,
       (select min(e.at) from instance_event e where e.replica_id = r.id and e.kind = 'replicaStarted') as begun
     from replica r where r.instance_id = $1`,
    [instance._id],
  )
  const late = rows.find(({ service }) => service === 'late')
  const early = rows.filter(({ service }) => service === 'early')
  expect(early).toHaveLength(2)
  for (const { ready } of early) expect(late?.begun.getTime()).toBeGreaterThanOrEqual(ready.getTime())
})

test('an update with a gap ends the old replicas first', async () => {
  const instance = await deploy(worker('app'))
  await update(instance, [worker('app', { replicas: 2 })], { strategy: 'gap' })
  await settledOn(instance, 2, 2)
  const { rows } = await harness.store.pool.query<{ overlaps: boolean }>(
    `select exists (select 1 from replica old, replica new where old.instance_id = $1 and new.instance_id = $1
       and old.removed_at is not null and new.removed_at is null and new.created_at < old.removed_at) as overlaps`,
    [instance._id],
  )
  expect(rows).toEqual([{ overlaps: false }])
})

test('an update that has no room fails, and the old deployment goes on', async () => {
  const instance = await deploy(worker('app'))
  const taken = (sign: '+' | '-') =>
    harness.store.pool.query(`update capacity_counter set memory_bytes = memory_bytes ${sign} 1000000000000000`)
  await taken('+')
  await harness.call('restartInstance', { id: instance._id })
  await until(async () => (await statusesOf(instance)).includes('2 Failed'))
  await taken('-')
  const { state, deployments } = await harness.instance(instance._id)
  expect(state).toBe('Active')
  expect(deployments.find(({ number }) => number === 2)?.error).toMatchObject({ code: 'insufficientCapacity' })
})

test('closing during an update ends the replicas of both deployments', async () => {
  const instance = await deploy(web('Old tide'))
  await update(instance, [web('New tide', { replicas: 3 })])
  await until(async () => (await replicasOf(instance)).some(({ number }) => number === 2))
  await harness.call('closeInstance', { id: instance._id, organizationId: harness.organizationId })
  await harness.inState(instance._id, 'Closed')
  expect(await replicasOf(instance)).toEqual([])
  const labels = (await harness.engine.list()).map((workload) => workload.labels.instance)
  expect(labels).not.toContain(instance._id)
})

test('values of secret variables are masked in the output that is stored', async () => {
  const environment = [
    { name: 'MODE', value: 'exit', isSecret: true },
    { name: 'AFTER_MS', value: '60000' },
  ]
  const instance = await deploy(worker('app', { image: 'longshore/trouble:1', environment }))
  const lines = await until(async () => {
    const found = await harness.lines(instance, 'instanceLogs')
    return found.length > 0 && found
  })
  expect(lines).toEqual(['trouble: •••••• in 60000 ms'])
})
