import { expect } from 'vitest'
import type { InputOf } from '../../src/contract/contract.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { until } from '../server/until.ts'
import {
  greetingOf as greetingIn,
  networksNamed,
  nodeIn,
  runningOf as runningIn,
  withQuickPlatform,
} from './support/inside-workloads.ts'

const SETTLES_MS = 60_000
const SECRET = 'a-secret-file-of-these-tests'
const { test, it } = withQuickPlatform()

type Service = NonNullable<InputOf<'createInstance'>['configuration']>['services'][number]

const service = (name: string, more: Partial<Service> = {}): Service => ({
  name,
  image: 'longshore/hello:1',
  cpuMilli: 500,
  memoryBytes: 128 * 1024 ** 2,
  storageBytes: 512 * 1024 ** 2,
  ports: [{ containerPort: 8080, exposure: 'internal' }],
  stopGraceMs: 500,
  ...more,
})
const greeting = (text: string) => ({ environment: [{ name: 'GREETING', value: text }] })

const deploy = async (...services: Service[]): Promise<Instance> => {
  const { organizationId, projectId } = it.harness
  const { instance } = await it.harness.call('createInstance', {
    organizationId,
    projectId,
    name: 'Ferry',
    region: 'us-west',
    configuration: { services },
  })
  return it.harness.inState(instance._id, 'Active', SETTLES_MS)
}

const runningOf = (instance: Instance) => runningIn(it, instance)
const node = (workload: string, script: string) => nodeIn(it.engine, workload, script)
const greetingOf = (workload: string, name: string) => greetingIn(it.engine, workload, name)

const addressesOf = async (workload: string, name: string): Promise<number> =>
  Number(
    await node(
      workload,
      `require('node:dns').promises.resolve4('${name}').then((all) => console.log(all.length), () => console.log(0))`,
    ),
  )

const networks = ({ _id }: Instance) => networksNamed(it, _id)

test('services find the ready replicas of the serving deployment by name, through an update', async () => {
  const client = service('client', { image: 'longshore/clock:1', ports: [], startAfter: ['web'] })
  const instance = await deploy(client, service('web', { ...greeting('Old tide'), replicas: 2 }))
  const [first] = await runningOf(instance)
  if (!first) throw new Error('Nothing runs')
  await until(async () => (await addressesOf(first.workload, 'web')) === 2, SETTLES_MS)
  expect(await greetingOf(first.workload, 'web')).toBe('Old tide')
  expect(await networks(instance)).toHaveLength(2)

  // A deployment that never gets ready is not found by anyone.
  const broken = service('web', { ...greeting('New tide'), healthCheck: { kind: 'command', command: ['false'] } })
  await it.harness.call('updateInstance', { id: instance._id, configuration: { services: [client, broken] } })
  await until(async () => (await runningOf(instance)).some(({ number }) => number === 2), SETTLES_MS)
  await until(async () => {
    const [candidate] = (await runningOf(instance)).filter(
      ({ number, service: name }) => number === 2 && name === 'web',
    )
    return candidate && (await it.harness.engine.inspect(candidate.workload))?.state.kind === 'running'
  }, SETTLES_MS)
  expect(await addressesOf(first.workload, 'web')).toBe(2)
  expect(await greetingOf(first.workload, 'web')).toBe('Old tide')

  const next = service('web', greeting('New tide'))
  await it.harness.call('updateInstance', { id: instance._id, configuration: { services: [client, next] } })
  const settled = await until(async () => {
    const rows = await runningOf(instance)
    return rows.length === 2 && rows.every(({ number }) => number === 3) && rows
  }, SETTLES_MS)
  expect(await greetingOf(settled[0]?.workload ?? '', 'web')).toBe('New tide')
  expect(await addressesOf(settled[0]?.workload ?? '', 'web')).toBe(1)

  await it.harness.call('deleteInstance', { id: instance._id })
  await it.harness.waitUntilDeleted(instance._id)
  await until(async () => (await networks(instance)).length === 0, SETTLES_MS)
})

test('a service runs with its files, user, folder, entrypoint, shared memory and stop signal', async () => {
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
  expect((await it.harness.engine.inspect(running?.workload ?? ''))?.ports).toMatchObject([
    { containerPort: 53, protocol: 'udp' },
  ])
  expect(JSON.stringify(await it.harness.instance(instance._id))).not.toContain(SECRET)
  await it.harness.call('deleteInstance', { id: instance._id })
  await it.harness.waitUntilDeleted(instance._id)
})

test('a release command finds the services that serve', async () => {
  const web = service('web', greeting('Old tide'))
  const job = service('job', { image: 'longshore/clock:1', ports: [] })
  const instance = await deploy(web, job)
  const releaseCommand = ['node', '-e', "fetch('http://web:8080/').then((page) => process.exit(page.ok ? 0 : 1))"]
  await it.harness.call('updateInstance', {
    id: instance._id,
    configuration: { services: [web, { ...job, releaseCommand }] },
  })
  await until(async () => {
    const rows = await runningOf(instance)
    return rows.length === 2 && rows.every(({ number }) => number === 2)
  }, SETTLES_MS)
  await it.harness.call('deleteInstance', { id: instance._id })
  await it.harness.waitUntilDeleted(instance._id)
})
