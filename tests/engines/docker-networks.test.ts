import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'vitest'
import { connectDocker } from '../../server/engines/docker/docker-client.ts'
import { dockerNames } from '../../server/engines/docker/docker-names.ts'
import { removeOrphans } from '../../server/engines/docker/network/remove-orphans.ts'
import { workloadNetworks } from '../../server/engines/docker/network/workload-networks.ts'
import { createDockerEngine } from '../../server/engines/docker.ts'
import type { Engine } from '../../server/engines/engine.ts'
import { dockerAt, startContainerEngine } from '../container-engine.ts'
import { deploy, fetchPage, rejectionOf, spec, withEngine } from './harness.ts'

let host = ''

const { test, it } = withEngine(async () => {
  const found = await startContainerEngine()
  if ('skipped' in found) return found
  host = found.host
  return {
    name: 'docker',
    reportsOutOfMemory: true,
    open: (installationId) => createDockerEngine({ installationId, dockerHost: host }),
    stop: found.stop,
  }
})

const hello = { ports: [{ containerPort: 8080 }] }
const patience = () => AbortSignal.timeout(60_000)

function listNetworks(installationId = it.installationId) {
  const filters = { label: [`longshore.installation=${installationId}`] }
  return dockerAt(host).listNetworks({ filters: JSON.stringify(filters) })
}

async function subnets(): Promise<(string | undefined)[]> {
  return (await listNetworks()).map(({ IPAM }) => IPAM?.Config?.[0]?.Subnet)
}

const containerOf = (id: string) => dockerAt(host).getContainer(`longshore-${it.installationId}-${id}`)

async function networksOf(id: string): Promise<string[]> {
  const { NetworkSettings } = await containerOf(id).inspect()
  return Object.keys(NetworkSettings.Networks)
}

test('every workload has its own network, which is removed with it', async () => {
  const [first, second] = await Promise.all([1, 2].map(() => deploy(it.engine, spec('longshore/hello:1', hello))))
  expect(await fetchPage(first ?? never())).toContain('Hello')
  const networks = await listNetworks()
  expect(networks).toHaveLength(2)
  expect(new Set(await subnets()).size).toBe(2)
  for (const { Options, EnableIPv6 } of networks) {
    expect(EnableIPv6).toBe(false)
    expect(Options?.['com.docker.network.bridge.name']).toMatch(/^lsh-[0-9a-f]{11}$/)
  }
  expect(await networksOf(first?.id ?? '')).not.toEqual(await networksOf(second?.id ?? ''))
  await it.engine.remove(first?.id ?? '')
  await it.engine.remove(second?.id ?? '')
  expect(await listNetworks()).toEqual([])
})

test('two control planes that start one workload concurrently create one network', async () => {
  const other = await it.harness.open(it.installationId)
  const workloadSpec = spec('longshore/clock:1')
  await it.engine.pull(workloadSpec.image, {})
  await Promise.all([it.engine, other, it.engine, other].map((engine) => engine.start(workloadSpec)))
  expect(await listNetworks()).toHaveLength(1)
})

test('two control planes with one small range never share a subnet', async () => {
  const open = () =>
    createDockerEngine({ installationId: it.installationId, dockerHost: host, subnets: ['10.212.7.0/26'] })
  const engines = await Promise.all([open(), open()])
  await it.engine.pull('longshore/clock:1', {})
  await Promise.all([0, 1, 0, 1].map((at) => engines[at]?.start(spec('longshore/clock:1'))))
  const used = await subnets()
  expect(used.toSorted()).toEqual(['10.212.7.0/28', '10.212.7.16/28', '10.212.7.32/28', '10.212.7.48/28'])

  const { code, message } = await rejectionOf((engines[0] ?? never()).start(spec('longshore/clock:1')))
  expect(code).toBe('subnetsExhausted')
  expect(message).toMatch(/10\.212\.7\.0\/26 is in use\. Add a range to LONGSHORE_SUBNETS/)

  const [freed] = await it.engine.list()
  await it.engine.remove(freed?.id ?? '')
  expect((await (engines[0] ?? never()).start(spec('longshore/clock:1'))).state.kind).toBe('running')
})

test('subnets of other Docker networks are skipped', async () => {
  const docker = dockerAt(host)
  const Name = `longshore-test-${it.installationId}`
  const taken = await docker.createNetwork({ Name, IPAM: { Config: [{ Subnet: '10.212.8.0/27' }] } })
  try {
    const engine = await createDockerEngine({
      installationId: it.installationId,
      dockerHost: host,
      subnets: ['10.212.8.0/26'],
    })
    await deploy(engine, spec('longshore/clock:1'))
    await deploy(engine, spec('longshore/clock:1'))
    expect((await subnets()).toSorted()).toEqual(['10.212.8.32/28', '10.212.8.48/28'])
  } finally {
    await taken.remove()
  }
})

test('removeOrphans removes only unused networks of its own installation that are old enough, or of an unneeded workload', async () => {
  const client = await connectDocker(host)
  const networks = workloadNetworks(client, ['10.212.9.0/24'])
  const names = dockerNames(it.installationId)
  const otherNames = dockerNames(`${it.installationId}-other`)
  const running = await deploy(it.engine, spec('longshore/clock:1'))
  await networks.ensure(names.network('killed'), patience())
  await networks.ensure(otherNames.network('theirs'), patience())

  await networks.ensure(names.network('unneeded'), patience())
  const known = { networkIds: new Set<string>(), volumeIds: new Set<string>() }
  const requested: string[][] = []
  const unneeded = async (ids: readonly string[]) => {
    requested.push([...ids].sort())
    return ['unneeded', running.id]
  }
  await removeOrphans(client, networks, names, patience(), { known: { ...known, unneeded } })
  // Only workloads without a container are looked up, and one that has a container keeps its network.
  expect(requested).toEqual([['killed', 'unneeded']])
  expect(await listNetworks()).toHaveLength(2)

  await removeOrphans(client, networks, names, patience(), { olderThanMs: 0 })
  expect((await listNetworks()).map(({ Name }) => Name)).toEqual([names.network(running.id).name])
  expect(await listNetworks(otherNames.installationId)).toHaveLength(1)
  expect((await it.engine.inspect(running.id))?.state.kind).toBe('running')

  await networks.remove(otherNames.network('theirs').name, patience())
  client.close()
})

test('a workload of an earlier version moves off the shared bridge at its next restart', async () => {
  const docker = dockerAt(host)
  const workloadSpec = spec('longshore/hello:1', hello)
  await it.engine.pull(workloadSpec.image, {})
  const old = await docker.createContainer({
    name: `longshore-${it.installationId}-${workloadSpec.id}`,
    Image: workloadSpec.image,
    Labels: dockerNames(it.installationId).labels(workloadSpec),
    ExposedPorts: { '8080/tcp': {} },
    HostConfig: { PortBindings: { '8080/tcp': [{ HostIp: '127.0.0.1', HostPort: '' }] } },
  })
  await old.start()
  const before = await it.engine.start(workloadSpec)
  expect(await networksOf(workloadSpec.id)).toEqual(['bridge'])
  expect(await fetchPage(before)).toContain('Hello')

  const after = await it.engine.restart(workloadSpec.id, 1000)
  expect(await networksOf(workloadSpec.id)).toEqual([dockerNames(it.installationId).network(workloadSpec.id).name])
  expect(await fetchPage(after)).toContain('Hello')
  expect((await it.engine.restart(workloadSpec.id, 1000)).state.kind).toBe('running')
})

test('a workload restarts after its network was pruned while it was stopped', async () => {
  const workload = await deploy(it.engine, spec('longshore/hello:1', hello))
  await it.engine.stop(workload.id, 1000)
  const { name } = dockerNames(it.installationId).network(workload.id)
  await dockerAt(host).getNetwork(name).remove()
  expect(await fetchPage(await it.engine.restart(workload.id, 1000))).toContain('Hello')
})

test("creates and removes more networks than Docker's own pools hold, in under 1 s each", async () => {
  const client = await connectDocker(host)
  const networks = workloadNetworks(client, ['10.212.16.0/20'])
  const names = dockerNames(it.installationId)
  const ids = Array.from({ length: Number(process.env.LONGSHORE_TEST_NETWORKS ?? 40) }, (_, index) => `many-${index}`)
  const startMs = performance.now()
  for (const id of ids) await networks.ensure(names.network(id), patience())
  const createdMs = performance.now() - startMs
  expect(new Set(await subnets()).size).toBe(ids.length)
  for (const id of ids) await networks.remove(names.network(id).name, patience())
  const removedMs = performance.now() - startMs - createdMs
  expect(await listNetworks()).toEqual([])
  client.close()
  expect(createdMs).toBeLessThan(1000 * ids.length)
  expect(removedMs).toBeLessThan(1000 * ids.length)
})

test('the isolation probe leaves nothing behind', async () => {
  const engine: Engine = it.engine
  const measured = await engine.measureIsolation?.({ port: 1 }, patience())
  expect(measured).toMatchObject({ betweenInstances: expect.stringMatching(/^(blocked|reachable)$/) })
  expect(Object.values(measured ?? {})).not.toContain('unknown')
  expect((await engine.describe()).measured).toEqual(measured)
  expect(await engine.list()).toEqual([])
  expect(await listNetworks()).toEqual([])
  const filters = { label: [`longshore.installation=${it.installationId}`] }
  expect(await dockerAt(host).listContainers({ all: true, filters })).toEqual([])
})

test('an aborted isolation probe leaves no network behind', async () => {
  const controller = new AbortController()
  const measuring = it.engine.measureIsolation?.({ port: 1 }, controller.signal).catch((error: unknown) => error)
  await expect.poll(async () => (await listNetworks()).length, { timeout: 20_000 }).toBeGreaterThan(0)
  controller.abort()
  expect(await measuring).toMatchObject({ name: 'AbortError' })
  expect(await listNetworks()).toEqual([])
})

const probeContainers = async () => {
  const filters = { label: [`longshore.installation=${it.installationId}`, 'longshore.probe'] }
  return (await dockerAt(host).listContainers({ all: true, filters })).length
}

test('what a control plane leaves behind that is killed in an isolation probe is removed by its next one', async () => {
  // The image is there, so that only the probe itself is interrupted.
  await it.engine.measureIsolation?.({ port: 1 }, patience())
  const driver = new URL('../../server/engines/docker.ts', import.meta.url)
  const given = JSON.stringify({ installationId: it.installationId, dockerHost: host })
  const script = `const { createDockerEngine } = await import('${driver}')
    const engine = await createDockerEngine(${given})
    for (;;) await engine.measureIsolation({ port: 1 }, AbortSignal.timeout(60_000))`
  const killed = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
  await expect.poll(probeContainers, { timeout: 60_000, interval: 5 }).toBe(2)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  expect((await listNetworks()).length).toBeGreaterThan(0)
  // Another control plane of the installation leaves it alone.
  await it.engine.measureIsolation?.({ port: 2 }, patience())
  expect((await listNetworks()).length).toBeGreaterThan(0)
  await it.engine.measureIsolation?.({ port: 1 }, patience())
  expect([await listNetworks(), await probeContainers()]).toEqual([[], 0])
})

function never(): never {
  throw new Error('No workload')
}
