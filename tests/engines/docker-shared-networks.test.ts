import type Docker from 'dockerode'
import { afterEach, expect } from 'vitest'
import { dockerNames } from '../../server/engines/docker/docker-names.ts'
import { createDockerEngine } from '../../server/engines/docker.ts'
import type { Engine } from '../../server/engines/engine.ts'
import { dockerAt, startContainerEngine } from '../container-engine.ts'
import { busyboxImage, importBusybox } from './bootstrap/busybox-image.ts'
import { deploy, fetchPage, rejectionOf, spec, until, withEngine } from './harness.ts'

let docker: Docker

const { test, it } = withEngine(async () => {
  const found = await startContainerEngine()
  if ('skipped' in found) return found
  docker = dockerAt(found.host)
  await importBusybox(docker)
  return {
    name: 'docker',
    reportsOutOfMemory: true,
    open: (installationId) => createDockerEngine({ installationId, dockerHost: found.host }),
    stop: found.stop,
  }
})

const LOOK_UP_MS = 1000
const ids = ['blue', 'green']

afterEach(async () => {
  if (!it.engine) return
  for (const { id } of await it.engine.list()) await it.engine.remove(id)
  for (const id of ids) await it.engine.removeNetwork(id)
})

const member = (networkId: string, alias: string) =>
  spec('longshore/clock:1', { networks: [{ networkId, aliases: [alias] }] })
const web = (networkId: string, alias: string) =>
  spec('longshore/hello:1', { ports: [{ containerPort: 8080 }], networks: [{ networkId, aliases: [alias] }] })

async function addressOf(id: string, networkId: string, engine = it.installationId): Promise<string> {
  const info = await docker.getContainer(`longshore-${engine}-${id}`).inspect()
  return info.NetworkSettings.Networks[dockerNames(engine).sharedNetwork.name(networkId)]?.IPAddress ?? ''
}

/** Returns the addresses that a name has inside a workload. Other servers may never answer for an unknown name. */
async function lookUp(id: string, name: string, engine: Engine = it.engine): Promise<string[]> {
  const script = `new (require('node:dns').Resolver)({ timeout: ${LOOK_UP_MS}, tries: 1 })
    .resolve4('${name}', (error, found) => { console.log(JSON.stringify(found ?? [])); process.exit() })`
  const { output } = await engine.exec(id, ['node', '-e', script])
  const found: string[] = JSON.parse(output)
  return found.toSorted()
}

/** A known name may be answered late on a busy machine. */
const resolves = (id: string, name: string, addresses: string[], engine?: Engine) =>
  until(async () => expect(await lookUp(id, name, engine)).toEqual(addresses))

test('workloads of a network find each other by name, with all that carry it, and are still published', async () => {
  await it.engine.createNetwork('blue', { project: 'p1' })
  await it.engine.createNetwork('blue', {})
  const first = await deploy(it.engine, web('blue', 'web'))
  const second = await deploy(it.engine, web('blue', 'web'))
  const own = await deploy(it.engine, member('blue', 'client.shop'))
  expect(await fetchPage(first)).toContain('Hello')
  expect(await fetchPage(second)).toContain('Hello')
  const addresses = [await addressOf(first.id, 'blue'), await addressOf(second.id, 'blue')].toSorted()
  await resolves(own.id, 'web', addresses)
  await resolves(first.id, 'client.shop', [await addressOf(own.id, 'blue')])
  const request = "fetch('http://web:8080/health').then(({ status }) => console.log(status))"
  expect((await it.engine.exec(own.id, ['node', '-e', request])).output).toBe('200\n')
  await it.engine.restart(first.id, 100)
  await it.engine.stop(second.id, 100)
  await resolves(own.id, 'web', [await addressOf(first.id, 'blue')])
})

test('workloads of different networks do not find each other', async () => {
  for (const id of ids) await it.engine.createNetwork(id, {})
  await deploy(it.engine, member('blue', 'web'))
  const green = await deploy(it.engine, member('green', 'client'))
  expect(await lookUp(green.id, 'web')).toEqual([])
})

test('connects and disconnects a running workload, and replaces its names', async () => {
  await it.engine.createNetwork('blue', {})
  const server = await deploy(it.engine, spec('longshore/hello:1', { ports: [{ containerPort: 8080 }] }))
  const client = await deploy(it.engine, member('blue', 'client'))
  expect(await lookUp(client.id, 'web')).toEqual([])
  await it.engine.connect(server.id, 'blue', ['web'])
  const address = await addressOf(server.id, 'blue')
  await it.engine.connect(server.id, 'blue', ['web'])
  expect(await addressOf(server.id, 'blue')).toBe(address)
  await resolves(client.id, 'web', [address])
  await it.engine.connect(server.id, 'blue', ['api', 'api.shop'])
  await resolves(client.id, 'api.shop', [await addressOf(server.id, 'blue')])
  expect(await lookUp(client.id, 'web')).toEqual([])
  await it.engine.disconnect(server.id, 'blue')
  await it.engine.disconnect(server.id, 'blue')
  expect(await lookUp(client.id, 'api')).toEqual([])
  expect(await fetchPage(server)).toContain('Hello')
})

test('equal names in two installations are different networks', async () => {
  const other = await it.harness.open(`${it.installationId}-other`)
  try {
    for (const engine of [it.engine, other]) await engine.createNetwork('blue', {})
    const theirs = await deploy(other, member('blue', 'web'))
    const ours = await deploy(it.engine, member('blue', 'client'))
    expect(await lookUp(ours.id, 'web')).toEqual([])
    const address = await addressOf(theirs.id, 'blue', `${it.installationId}-other`)
    await resolves(theirs.id, 'web', [address], other)
    await it.engine.disconnect(theirs.id, 'blue')
    await resolves(theirs.id, 'web', [address], other)
  } finally {
    for (const { id } of await other.list()) await other.remove(id)
    await other.removeNetwork('blue')
    await other.close()
  }
})

test('a network in use stays, and a missing one is reported by start, connect and restart', async () => {
  await it.engine.createNetwork('blue', {})
  const workload = await deploy(it.engine, member('blue', 'web'))
  expect(await rejectionOf(it.engine.removeNetwork('blue'))).toMatchObject({ code: 'networkInUse' })
  expect(await rejectionOf(it.engine.connect(workload.id, 'green', []))).toMatchObject({ code: 'networkNotFound' })
  expect(await rejectionOf(deploy(it.engine, member('green', 'web')))).toMatchObject({ code: 'networkNotFound' })
  await it.engine.stop(workload.id, 100)
  await it.engine.removeNetwork('blue')
  expect(await rejectionOf(it.engine.restart(workload.id, 100))).toMatchObject({ code: 'networkNotFound' })
  await it.engine.createNetwork('blue', {})
  await it.engine.restart(workload.id, 100)
  await resolves(workload.id, 'web', [await addressOf(workload.id, 'blue')])
})

test('a network has room for the requested number of workloads', async () => {
  await it.engine.createNetwork('blue', {}, { maxWorkloads: 300 })
  const name = dockerNames(it.installationId).sharedNetwork.name('blue')
  const { IPAM } = await docker.getNetwork(name).inspect()
  expect(IPAM?.Config?.[0]?.Subnet).toMatch(/\/23$/)
  const tooMany = rejectionOf(it.engine.createNetwork('green', {}, { maxWorkloads: 5000 }))
  expect(await tooMany).toMatchObject({ code: 'invalidSpec' })
})

test('publishes a UDP port beside a TCP port of the same number', async () => {
  const ports = [{ containerPort: 5353 }, { containerPort: 5353, protocol: 'udp' as const }]
  const workload = await deploy(it.engine, spec(busyboxImage, { command: ['sleep', '1000'], ports }))
  expect(workload.ports.map(({ protocol }) => protocol).toSorted()).toEqual(['udp', undefined])
  const probe = { kind: 'tcp', containerPort: 5353, timeoutMs: 2000 } as const
  expect(await it.engine.probe(workload.id, probe)).toMatchObject({ isReady: false })
})
