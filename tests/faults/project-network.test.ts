import { expect } from 'vitest'
import type { InputOf } from '../../src/contract/contract.ts'
import type { ProjectId } from '../../src/contract/wire/common.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { until } from '../server/until.ts'
import {
  greetingOf as greetingIn,
  networksNamed,
  nodeIn,
  runningOf,
  withQuickPlatform,
} from './support/inside-workloads.ts'

const SETTLES_MS = 60_000
const { test, it } = withQuickPlatform()

type Configuration = NonNullable<InputOf<'createInstance'>['configuration']>
type Service = Configuration['services'][number]

const size = { cpuMilli: 500, memoryBytes: 128 * 1024 ** 2, storageBytes: 512 * 1024 ** 2, stopGraceMs: 500 }
const web = (greeting: string, more: Partial<Service> = {}): Service => ({
  name: 'web',
  image: 'longshore/hello:1',
  ports: [{ containerPort: 8080, exposure: 'internal' }],
  environment: [{ name: 'GREETING', value: greeting }],
  ...size,
  ...more,
})
const clock: Service = { name: 'clock', image: 'longshore/clock:1', ...size }

const deploy = async (configuration: Configuration, projectId: ProjectId = it.harness.projectId): Promise<Instance> => {
  const { organizationId } = it.harness
  const settings = { organizationId, projectId, name: 'Ferry', region: 'us-west', configuration }
  return it.harness.inState((await it.harness.call('createInstance', settings)).instance._id, 'Active', SETTLES_MS)
}

const workloadsOf = (instance: Instance) => runningOf(it, instance)
const firstOf = async (instance: Instance): Promise<string> => (await workloadsOf(instance))[0]?.workload ?? ''
const node = (workload: string, script: string) => nodeIn(it.engine, workload, script)
const greetingOf = (workload: string, host: string) => greetingIn(it.engine, workload, host)
const networks = () => networksNamed(it, 'project-')

/** Begins a request, and sends the rest of it when it is told to. */
const slowRequest = (host: string): string => `
  const fs = require('node:fs')
  const socket = require('node:net').connect(8080, '${host}', () => {
    socket.write('GET / HTTP/1.1\\r\\nHost: x\\r\\n')
    fs.writeFileSync('/tmp/begun', '')
    const timer = setInterval(() => {
      if (!fs.existsSync('/tmp/go-on')) return
      clearInterval(timer)
      socket.write('\\r\\n')
    }, 50)
  })
  socket.on('error', ({ code }) => { console.log(code); process.exit() })
  socket.on('data', () => { console.log('answered'); process.exit() })`

test('instances of a project find the ready services of those that join its network, and no others do', async () => {
  const { _id: otherProject } = await it.harness.call('createProject', {
    organizationId: it.harness.organizationId,
    name: 'Second project',
  })
  const server = await deploy({ projectNetwork: true, services: [web('Old tide')] })
  const [member, outsider, foreign] = await Promise.all([
    deploy({ projectNetwork: true, services: [clock, { ...clock, name: 'other' }] }),
    deploy({ services: [clock] }),
    deploy({ projectNetwork: true, services: [clock] }, otherProject),
  ])
  const host = `web.${server.networkName}`
  expect(await networks()).toHaveLength(2)
  const from = await firstOf(member)
  await until(async () => (await greetingOf(from, host)) === 'Old tide', SETTLES_MS)
  expect(await greetingOf(from, 'web')).toBe('not found')
  expect(await greetingOf(await firstOf(outsider), host)).toBe('not found')
  expect(await greetingOf(await firstOf(foreign), host)).toBe('not found')

  // A replica that gets another name keeps its connections.
  const asking = node(from, slowRequest(host))
  const exists = (path: string) => node(from, `console.log(require('node:fs').existsSync('${path}'))`)
  await until(async () => (await exists('/tmp/begun')) === 'true', SETTLES_MS)
  const network = `project-${it.harness.projectId}`
  await it.harness.engine.connect(await firstOf(server), network, [])
  expect(await greetingOf(from, host)).toBe('not found')
  await it.harness.engine.connect(await firstOf(server), network, [host])
  await node(from, "require('node:fs').writeFileSync('/tmp/go-on', '')")
  expect(await asking).toBe('answered')

  // A deployment that never gets ready is not found.
  const update = (service: Service) =>
    it.harness.call('updateInstance', { id: server._id, configuration: { projectNetwork: true, services: [service] } })
  await update(web('New tide', { healthCheck: { kind: 'command', command: ['false'] } }))
  await until(async () => {
    const [, candidate] = await workloadsOf(server)
    return candidate && (await it.harness.engine.inspect(candidate.workload))?.state.kind === 'running'
  }, SETTLES_MS)
  expect(await greetingOf(from, host)).toBe('Old tide')
  await update(web('New tide'))
  await until(async () => (await workloadsOf(server)).every(({ number }) => number === 3), SETTLES_MS)
  expect(await greetingOf(from, host)).toBe('New tide')

  for (const { _id } of [server, member, outsider, foreign]) {
    await it.harness.call('deleteInstance', { id: _id })
    await it.harness.waitUntilDeleted(_id)
  }
  await until(async () => (await networks()).length === 0, SETTLES_MS)
}, 240_000)
