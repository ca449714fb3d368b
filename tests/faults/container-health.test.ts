import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDockerEngine } from '../../server/engines/docker.ts'
import type { InputOf } from '../../src/contract/contract.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { startContainerEngine, type TestContainerEngine } from '../container-engine.ts'
import { type ComputeHarness, computeHarness } from '../server/compute-harness.ts'
import { type GatewayHarness, gatewayHarness } from '../server/gateway-harness.ts'
import { until } from '../server/until.ts'
import { skipFor } from './support/skip-for.ts'

const SETTLES_MS = 90_000
const REQUEST_EVERY_MS = 50
const SICK = '/tmp/sick'

let container: TestContainerEngine
let harness: ComputeHarness
let gateway: GatewayHarness
beforeAll(async () => {
  container = await startContainerEngine()
  if ('skipped' in container) return
  const engine = await createDockerEngine({
    installationId: `health-${process.pid}`,
    dockerHost: container.host,
  })
  harness = await computeHarness({
    engine,
    routes: { withdraw: (withdrawal) => gateway.routes.withdraw(withdrawal) },
    limits: { settleMs: 50, portMs: 3000, graceMs: 1000, firstRestartMs: 20 },
  })
  gateway = await gatewayHarness(harness)
})
afterAll(async () => {
  await gateway?.close()
  await harness?.close()
  await harness?.engine.close()
  if (container && 'stop' in container) await container.stop()
})

type Service = NonNullable<InputOf<'createInstance'>['configuration']>['services'][number]

const size = { cpuMilli: 500, memoryBytes: 128 * 1024 ** 2, storageBytes: 512 * 1024 ** 2, stopGraceMs: 500 }
const page = { image: 'longshore/hello:1', ports: [{ containerPort: 8080 }] }
/** Enough time to start on a busy machine. */
const often = { periodMs: 1000, retries: 2, timeoutMs: 5000, startPeriodMs: 30_000 }

const web = (greeting: string, more: Partial<Service> = {}): Service => ({
  ...size,
  ...page,
  name: 'web',
  replicas: 2,
  environment: [{ name: 'GREETING', value: greeting }],
  healthCheck: { kind: 'http', path: '/health', port: 8080, ...often },
  ...more,
})
const others: Service[] = [
  { ...size, ...page, name: 'cache', healthCheck: { kind: 'tcp', port: 8080, ...often } },
  {
    ...size,
    name: 'worker',
    image: 'longshore/clock:1',
    healthCheck: {
      kind: 'command',
      command: ['node', '-e', `process.exit(require('node:fs').existsSync('${SICK}') ? 1 : 0)`],
      ...often,
    },
  },
]

const rowsOf = async ({ _id }: Instance) => {
  const { rows } = await harness.store.pool.query<{ workload: string; service: string; number: number; state: string }>(
    `select r.workload_id as workload, r.service, d.number, r.state from replica r
     join deployment d on d.id = r.deployment_id where r.instance_id = $1 and r.removed_at is null
     order by r.service, r.index`,
    [_id],
  )
  return rows
}
const servesOnly = (instance: Instance, number: number) =>
  until(async () => {
    const rows = await rowsOf(instance)
    return rows.length === 4 && rows.every((row) => row.number === number && row.state === 'Active') && rows
  }, SETTLES_MS)
const readyOf = async ({ _id }: Instance, name: string) =>
  (await harness.instance(_id)).services.find((service) => service.name === name)?.readyReplicas

/** The services of which a replica was ready and then failed its check. */
const unreadyServices = async (id: Instance['_id']): Promise<string[]> => {
  const { events } = await harness.call('readInstanceEvents', { id, skip: 0, limit: 100 })
  return events.filter(({ kind }) => kind === 'replicaUnready').map(({ service }) => service)
}

const run = (workload: string, script: string) =>
  harness.engine.exec(workload, ['node', '-e', script], { timeoutMs: 20_000 })

/** Stops the program of a container without ending it, as one that hangs. Its parent is the container's init. */
const suspend = (workload: string) =>
  run(
    workload,
    `const { readdirSync, readFileSync } = require('node:fs')
     for (const pid of readdirSync('/proc').filter((name) => /^\\d+$/.test(name)))
       if (readFileSync('/proc/' + pid + '/stat', 'utf8').split(') ')[1].split(' ')[1] === '1')
         process.kill(Number(pid), 'SIGSTOP')`,
  )

/** Requests the page steadily while something happens, and returns the distinct responses. */
async function pagesDuring(host: string, happening: () => Promise<unknown>): Promise<string[]> {
  const responses: Promise<string>[] = []
  const timer = setInterval(() => {
    responses.push(
      gateway.get(host).then(
        ({ status, body }) => (status === 200 ? (/(Old|New) tide/.exec(body)?.[0] ?? body) : `status ${status}`),
        (error: Error) => error.message,
      ),
    )
  }, REQUEST_EVERY_MS)
  try {
    await happening()
  } finally {
    clearInterval(timer)
  }
  return [...new Set(await Promise.all(responses))].toSorted()
}

test('HTTP, TCP and command checks decide about a rolling update of containers, and about traffic after it [P7.22]', async (context) => {
  skipFor(context, 'skipped' in container ? container.skipped : undefined)
  const { organizationId, projectId } = harness
  const { instance: created } = await harness.call('createInstance', {
    organizationId,
    projectId,
    name: 'Ferry',
    region: 'us-west',
    configuration: { services: [web('Old tide'), ...others] },
  })
  const id = created._id
  const instance = await harness.inState(id, 'Active', SETTLES_MS)
  const before = await servesOnly(instance, 1)
  const host = new URL(instance.latestUrlPreview ?? 'http://none').host
  await until(async () => (await gateway.get(host)).status === 200)

  // The new version never gets ready.
  const sick = web('New tide', {
    healthCheck: { kind: 'http', path: '/missing', port: 8080, ...often, startPeriodMs: 0 },
  })
  const during = await pagesDuring(host, async () => {
    await harness.call('updateInstance', { id, configuration: { services: [sick, ...others] } })
    await until(async () => (await harness.instance(id)).deployments[0]?.status === 'Failed', SETTLES_MS)
  })
  expect(during).toEqual(['Old tide'])
  const after = await harness.instance(id)
  expect(after).toMatchObject({ state: 'Active', status: 'Deployed', activeDeployment: instance.activeDeployment })
  expect(after.deployments[0]?.error).toMatchObject({
    code: 'unhealthy',
    message: expect.stringMatching(/HTTP \/missing on port 8080.*404/s),
  })
  expect(await servesOnly(instance, 1)).toEqual(before)
  await until(async () => (await harness.engine.list()).length === before.length, SETTLES_MS)

  // The next one does, and no request fails meanwhile.
  const updated = await pagesDuring(host, async () => {
    await harness.call('updateInstance', { id, configuration: { services: [web('New tide'), ...others] } })
    await servesOnly(instance, 3)
    await until(async () => (await gateway.get(host)).body.includes('New tide'))
  })
  expect(updated).toEqual(['New tide', 'Old tide'])

  // A service that is ready serves, although another one of the instance fails its check and is restarted.
  const running = await servesOnly(instance, 3)
  const worker = running.find(({ service }) => service === 'worker')?.workload ?? ''
  await run(worker, `require('node:fs').writeFileSync('${SICK}', '')`)
  await until(async () => (await unreadyServices(id)).includes('worker'), SETTLES_MS)
  expect((await gateway.get(host)).body).toContain('New tide')
  await until(async () => {
    await run(worker, `require('node:fs').rmSync('${SICK}', { force: true })`).catch(() => {})
    return (await readyOf(instance, 'worker')) === 1
  }, SETTLES_MS)

  // A container that hangs gets no traffic and is replaced by a new run.
  await suspend(running.find(({ service }) => service === 'web')?.workload ?? '')
  await until(async () => (await unreadyServices(id)).includes('web'), SETTLES_MS)
  await until(async () => (await readyOf(instance, 'web')) === 2, SETTLES_MS)
  expect(await harness.instance(id)).toMatchObject({ state: 'Active', status: 'Deployed', error: null })
  expect((await gateway.get(host)).body).toContain('New tide')
  await harness.call('deleteInstance', { id })
  await harness.waitUntilDeleted(id)
  expect(await harness.engine.list()).toEqual([])
})
