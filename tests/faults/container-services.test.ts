import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDockerEngine } from '../../server/engines/docker.ts'
import type { InputOf } from '../../src/contract/contract.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { dockerAt, startContainerEngine, type TestContainerEngine } from '../container-engine.ts'
import { type ComputeHarness, computeHarness } from '../server/compute-harness.ts'
import { until } from '../server/until.ts'
import { skipFor } from './support/skip-for.ts'

const SETTLES_MS = 60_000
const SECRET = 'a-secret-file-of-these-tests'
const installationId = `services-${process.pid}`

let container: TestContainerEngine
let harness: ComputeHarness
beforeAll(async () => {
  container = await startContainerEngine()
  if ('skipped' in container) return
  const engine = await createDockerEngine({ installationId, dockerHost: container.host })
  harness = await computeHarness({
    engine,
    limits: { settleMs: 50, portMs: 20_000, graceMs: 1000, firstRestartMs: 20 },
  })
})
afterAll(async () => {
  await harness?.close()
  await harness?.engine.close()
  if (container && 'stop' in container) await container.stop()
})

const reasonToSkip = () => ('skipped' in container ? container.skipped : undefined)

type Service = NonNullable<InputOf<'createInstance'>['configuration']>['services'][number]

const service = (name: string, more: Partial<Service> = {}): Service => ({
  name,
  image: 'longshore/hello:1',
  cpuMilli: 200,
  memoryBytes: 128 * 1024 ** 2,
  storageBytes: 512 * 1024 ** 2,
  ports: [{ containerPort: 8080, exposure: 'internal' }],
  stopGraceMs: 500,
  ...more,
})
const greeting = (text: string) => ({ environment: [{ name: 'GREETING', value: text }] })

const deploy = async (...services: Service[]): Promise<Instance> => {
  const { organizationId, projectId } = harness
  const { instance } = await harness.call('createInstance', {
    organizationId,
    projectId,
    name: 'Ferry',
    region: 'us-west',
    configuration: { services },
  })
  return harness.inState(instance._id, 'Active', SETTLES_MS)
}

interface Running {
  service: string
  workload: string
  number: number
}

const runningOf = async ({ _id }: Instance): Promise<Running[]> => {
  const { rows } = await harness.store.pool.query<Running>(
    `select r.service, r.workload_id as workload, d.number from replica r join deployment d on d.id = r.deployment_id
     where r.instance_id = $1 and r.removed_at is null order by r.service, r.index`,
    [_id],
  )
  return rows
}

const node = async (workload: string, script: string): Promise<string> =>
  (await harness.engine.exec(workload, ['node', '-e', script], { timeoutMs: 20_000 })).output.trim()

/** Returns what a page says that a workload finds by a name; the error's code where it finds none. */
const greetingOf = (workload: string, name: string): Promise<string> =>
  node(
    workload,
    `fetch('http://${name}:8080/', { signal: AbortSignal.timeout(3000) }).then((page) => page.text())
      .then((text) => console.log(/(Old|New) tide/.exec(text)?.[0] ?? 'nothing'), () => console.log('not found'))`,
  )

const addressesOf = async (workload: string, name: string): Promise<number> =>
  Number(
    await node(
      workload,
      `require('node:dns').promises.resolve4('${name}').then((all) => console.log(all.length), () => console.log(0))`,
    ),
  )

const networks = async ({ _id }: Instance): Promise<string[]> => {
  if ('skipped' in container) return []
  const all = await dockerAt(container.host).listNetworks()
  return all.map(({ Name }) => Name).filter((name) => name.includes(`${installationId}_network_${_id}`))
}

test('services find the ready replicas of the serving deployment by name, through an update', async (context) => {
  skipFor(context, reasonToSkip())
  const client = service('client', { image: 'longshore/clock:1', ports: [], startAfter: ['web'] })
  const instance = await deploy(client, service('web', { ...greeting('Old tide'), replicas: 2 }))
  const [first] = await runningOf(instance)
  if (!first) throw new Error('Nothing runs')
  await until(async () => (await addressesOf(first.workload, 'web')) === 2, SETTLES_MS)
  expect(await greetingOf(first.workload, 'web')).toBe('Old tide')
  expect(await networks(instance)).toHaveLength(2)

  // A deployment that never gets ready is not found by anyone.
  const broken = service('web', { ...greeting('New tide'), healthCheck: { kind: 'command', command: ['false'] } })
  await harness.call('updateInstance', { id: instance._id, configuration: { services: [client, broken] } })
  await until(async () => (await runningOf(instance)).some(({ number }) => number === 2), SETTLES_MS)
  await until(async () => {
    const [candidate] = (await runningOf(instance)).filter(
      ({ number, service: name }) => number === 2 && name === 'web',
    )
    return candidate && (await harness.engine.inspect(candidate.workload))?.state.kind === 'running'
  }, SETTLES_MS)
  expect(await addressesOf(first.workload, 'web')).toBe(2)
  expect(await greetingOf(first.workload, 'web')).toBe('Old tide')

  const next = service('web', greeting('New tide'))
  await harness.call('updateInstance', { id: instance._id, configuration: { services: [client, next] } })
  const settled = await until(async () => {
    const rows = await runningOf(instance)
    return rows.length === 2 && rows.every(({ number }) => number === 3) && rows
  }, SETTLES_MS)
  expect(await greetingOf(settled[0]?.workload ?? '', 'web')).toBe('New tide')
  expect(await addressesOf(settled[0]?.workload ?? '', 'web')).toBe(1)

  await harness.call('deleteInstance', { id: instance._id })
  await harness.waitUntilDeleted(instance._id)
  await until(async () => (await networks(instance)).length === 0, SETTLES_MS)
})

test('a service runs with its files, user, folder, entrypoint, shared memory and stop signal', async (context) => {
  skipFor(context, reasonToSkip())
  const instance = await deploy(
    service('app', {
      ports: [{ containerPort: 53, protocol: 'udp', exposure: 'internal' }],
      entrypoint: ['node', '-e', "process.on('SIGINT', () => process.exit(0)); setInterval(() => {}, 60000)"],
      workingDirectory: '/srv',
      user: '1000:1000',
      files: [
        { path: '/srv/app.conf', content: 'tide = high', mode: 0o644 },
        { path: '/run/key', content: SECRET, mode: 0o400, isSecret: true },
      ],
      sharedMemoryBytes: 1024 ** 2,
      stopSignal: 'SIGINT',
    }),
  )
  const [running] = await runningOf(instance)
  const found = await node(
    running?.workload ?? '',
    `const fs = require('node:fs')
     console.log(JSON.stringify([process.getuid(), process.cwd(), fs.readFileSync('app.conf', 'utf8'),
       fs.readFileSync('/run/key', 'utf8'), fs.statSync('/run/key').mode & 0o777, fs.statfsSync('/dev/shm').blocks * fs.statfsSync('/dev/shm').bsize]))`,
  )
  expect(JSON.parse(found)).toEqual([1000, '/srv', 'tide = high', SECRET, 0o400, 1024 ** 2])
  expect((await harness.engine.inspect(running?.workload ?? ''))?.ports).toMatchObject([
    { containerPort: 53, protocol: 'udp' },
  ])
  expect(JSON.stringify(await harness.instance(instance._id))).not.toContain(SECRET)
  await harness.call('deleteInstance', { id: instance._id })
  await harness.waitUntilDeleted(instance._id)
})

test('a release command finds the services that serve', async (context) => {
  skipFor(context, reasonToSkip())
  const web = service('web', greeting('Old tide'))
  const job = service('job', { image: 'longshore/clock:1', ports: [] })
  const instance = await deploy(web, job)
  const releaseCommand = ['node', '-e', "fetch('http://web:8080/').then((page) => process.exit(page.ok ? 0 : 1))"]
  await harness.call('updateInstance', {
    id: instance._id,
    configuration: { services: [web, { ...job, releaseCommand }] },
  })
  await until(async () => {
    const rows = await runningOf(instance)
    return rows.length === 2 && rows.every(({ number }) => number === 2)
  }, SETTLES_MS)
  await harness.call('deleteInstance', { id: instance._id })
  await harness.waitUntilDeleted(instance._id)
})
