import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOnPath } from '../../scripts/find-on-path.ts'
import type { InputOf } from '../../src/contract/contract.ts'
import type { InstanceId } from '../../src/contract/wire/common.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { until } from './until.ts'
import { workloadOf } from './workload-of.ts'

let harness: ComputeHarness
beforeAll(async () => {
  harness = await computeHarness({ limits: { settleMs: 50, portMs: 1500, graceMs: 2000, firstRestartMs: 20 } })
})
afterAll(() => harness?.close())

type Service = NonNullable<InputOf<'createInstance'>['configuration']>['services'][number]

const web: Service = {
  name: 'web',
  image: 'longshore/hello:1',
  cpuMilli: 100,
  memoryBytes: 128 * 1024 ** 2,
  storageBytes: 512 * 1024 ** 2,
  ports: [{ containerPort: 8080 }],
}

const deploy = async (service: Partial<Service>): Promise<InstanceId> => {
  const { organizationId, projectId } = harness
  const { instance } = await harness.call('createInstance', {
    organizationId,
    projectId,
    name: 'Ferry',
    region: 'us-west',
    configuration: { services: [{ ...web, ...service }] },
  })
  return instance._id
}

const eventsOf = async (id: InstanceId): Promise<string[]> =>
  (await harness.call('readInstanceEvents', { id, skip: 0, limit: 100 })).events.map(({ kind }) => kind)

/** Processes run commands in a sandbox only. */
const withCommands = test.skipIf(!findOnPath('bwrap'))

const quick = { periodMs: 1000, retries: 1 }

/** Fails while the file is there. */
const SICK = '/data/sick'
const command = ['node', '-e', `process.exit(require('node:fs').existsSync('${SICK}') ? 1 : 0)`]
const setSick = async (id: InstanceId, isSick: boolean) => {
  const script = isSick ? `writeFileSync('${SICK}', '')` : `rmSync('${SICK}', { force: true })`
  const workload = await workloadOf(harness.store, { _id: id })
  await harness.engine.exec(workload, ['node', '-e', `require('node:fs').${script}`])
}

test.each<NonNullable<Service['healthCheck']>>([
  { kind: 'http', path: '/health', port: 8080 },
  { kind: 'tcp', port: 8080 },
])('a replica is ready when its check by $kind succeeds [P7.22]', async (healthCheck) => {
  const id = await deploy({ healthCheck })
  await harness.inState(id, 'Active')
})

withCommands('a replica is ready when its check by command succeeds [P7.22]', async () => {
  const id = await deploy({ healthCheck: { kind: 'command', command } })
  await harness.inState(id, 'Active')
})

withCommands('a check that never succeeds fails the start, says why, and shows no secret value', async () => {
  const secret = 'a-value-that-nobody-may-read'
  const id = await deploy({
    environment: [{ name: 'TOKEN', value: secret, isSecret: true }],
    healthCheck: { kind: 'command', command: ['node', '-e', `process.exit(${secret.length})`], ...quick },
  })
  const failed = await harness.inState(id, 'Failed-start')
  expect(failed.error).toMatchObject({ code: 'unhealthy', message: expect.stringContaining('exit code 28') })

  const named = await deploy({
    environment: [{ name: 'TOKEN', value: secret, isSecret: true }],
    ports: [{ containerPort: 8080 }, { containerPort: 9999 }],
    healthCheck: { kind: 'http', path: `/${secret}`, port: 9999, ...quick },
  })
  const masked = await harness.inState(named, 'Failed-start')
  expect(masked.error?.message).toContain('HTTP /•••••• on port 9999')
  expect(JSON.stringify([masked, await harness.lines(masked, 'logs')])).not.toContain(secret)
})

withCommands('a ready replica that fails its check gets no traffic, and is restarted [P7.22]', async () => {
  const id = await deploy({ healthCheck: { kind: 'command', command, periodMs: 1000, retries: 2 } })
  await harness.inState(id, 'Active')
  await setSick(id, true)
  const unready = await harness.inState(id, 'Starting', 20_000)
  expect(unready.error).toMatchObject({ code: 'unhealthy', message: expect.stringContaining('2 times in a row') })
  expect(unready.ports[0]?.url ?? null).toBeNull()
  await until(async () => {
    await setSick(id, false).catch(() => {})
    return (await harness.instance(id)).state === 'Active'
  }, 20_000)
  expect(await harness.instance(id)).toMatchObject({ status: 'Deployed', error: null })
  expect((await eventsOf(id)).filter((kind) => kind === 'replicaReady' || kind === 'replicaUnready')).toEqual(
    expect.arrayContaining(['replicaUnready', 'replicaReady']),
  )
})

withCommands('a service that is never restarted fails with its check', async () => {
  const id = await deploy({
    restartPolicy: 'never',
    healthCheck: { kind: 'command', command, ...quick },
  })
  await harness.inState(id, 'Active')
  await setSick(id, true)
  const failed = await harness.inState(id, 'Failed-start', 20_000)
  expect(failed.error).toMatchObject({ code: 'unhealthy', message: expect.stringContaining('failed once') })
})

withCommands('a control plane that starts checks the replicas that run already', async () => {
  const id = await deploy({ healthCheck: { kind: 'command', command, ...quick } })
  await harness.inState(id, 'Active')
  await harness.compute.stop()
  await setSick(id, true)
  const next = harness.another()
  await next.start()
  await harness.inState(id, 'Starting', 20_000)
})

withCommands('replicas are checked on request, and the results are in the events without secrets [P4.7]', async () => {
  const secret = 'a-secret-that-the-check-prints'
  const printing = `console.error('with', process.env.TOKEN); ${command[2]}`
  const id = await deploy({
    replicas: 2,
    healthCheck: { kind: 'command', command: ['node', '-e', printing], periodMs: 3_600_000, retries: 1 },
    environment: [{ name: 'TOKEN', value: secret, isSecret: true }],
  })
  await until(async () => (await harness.instance(id)).services[0]?.readyReplicas === 2, 20_000)
  const check = () => harness.call('triggerInstance', { id, type: 'instance-health-check' })
  expect(await check()).toEqual({ url: null, message: '2 of 2 replicas passed their health check' })
  await setSick(id, true)
  expect((await check()).message).toBe('1 of 2 replicas passed their health check')
  const lines = (await harness.lines(await harness.instance(id), 'instanceEvents')).filter((line) =>
    line.includes('on request'),
  )
  expect(lines).toHaveLength(4)
  expect(lines.filter((line) => /^web [12]: Health check on request \(command\): passed$/.test(line))).toHaveLength(3)
  expect(lines.filter((line) => line.includes(': failed. '))).toHaveLength(1)
  expect(lines.join('\n')).not.toContain(secret)
  const { _id: unchecked } = await harness.deploy()
  await harness.inState(unchecked, 'Active')
  const none = await harness.call('triggerInstance', { id: unchecked, type: 'instance-health-check' })
  expect(none.message).toBe('No running replica has a health check')
})
