import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Container } from 'dockerode'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder, makeProject, settled } from '../../bench/support/control-plane.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { dockerAt, startContainerEngine, type TestContainerEngine } from '../container-engine.ts'
import { apiOf } from '../faults/support/api.ts'
import { type ControlPlane, startControlPlane } from '../faults/support/control-plane.ts'
import { skipFor } from '../faults/support/skip-for.ts'
import { stopWithWorkloads } from '../faults/support/stop-with-workloads.ts'
import { greetingAt } from '../faults/support/stream-clients.ts'
import { until } from '../server/until.ts'
import { connectAllFrom } from './support/attack.ts'

const STARTED_MS = 90_000
const program = `for (const port of [7000, 7001])
  require('node:net').createServer((socket) => socket.on('error', () => {}).write('a service\\n')).listen(port)`
const service = {
  name: 'app',
  image: 'longshore/clock:1',
  cpuMilli: 500,
  memoryBytes: 128 * 1024 ** 2,
  storageBytes: 512 * 1024 ** 2,
  entrypoint: ['node', '-e', program],
  stopGraceMs: 500,
}

let engine: TestContainerEngine
let folder: { path: string; remove(): Promise<void> }
let controlPlane: ControlPlane | undefined
beforeAll(async () => {
  engine = await startContainerEngine()
  if ('skipped' in engine) return
  folder = await makeFolder()
  const regions = join(folder.path, 'regions.json')
  writeFileSync(regions, JSON.stringify([{ name: 'us-west', title: 'US West', addressPool: ['127.20.10.16/29'] }]))
  controlPlane = await startControlPlane({
    settings: { LONGSHORE_ENGINE: 'docker', DOCKER_HOST: engine.host, LONGSHORE_REGIONS: regions },
  })
})
afterAll(async () => {
  if (controlPlane) await stopWithWorkloads(controlPlane, engine)
  await folder?.remove()
  if (engine && 'stop' in engine) await engine.stop()
})

/** Deploys an instance of a new user's organisation. */
async function deployFor({ url, signIn }: ControlPlane, name: string, more: object): Promise<Instance> {
  const token = await signIn(name)
  const { organizationId, projectId } = await makeProject(url, token, name)
  const api = apiOf(url, token)
  const { status, body } = await api.request<{ instance: Instance }>('POST', 'compute-instance/create', {
    organizationId,
    projectId,
    name,
    region: 'us-west',
    configuration: { services: [{ ...service, ...more }] },
  })
  expect(status, body.message).toBe(200)
  await settled(url, token, body.instance._id, 'Active', STARTED_MS)
  return api.instance(body.instance._id)
}

async function containerOf(host: string, { _id }: Instance): Promise<{ container: Container; gateway: string }> {
  const docker = dockerAt(host)
  const [found] = await docker.listContainers({ filters: { label: [`longshore.label.instance=${_id}`] } })
  if (!found) throw new Error(`No container of ${_id}`)
  const [endpoint] = Object.values(found.NetworkSettings.Networks)
  return { container: docker.getContainer(found.Id), gateway: endpoint?.Gateway ?? '' }
}

test('a workload reaches no port of another organisation through the forwarder, and nobody an internal one', async (context) => {
  skipFor(context, 'skipped' in engine ? engine.skipped : undefined)
  if ('skipped' in engine || !controlPlane) return
  const ports = [
    { containerPort: 7000, protocol: 'tcp', exposure: 'public' },
    { containerPort: 7001, protocol: 'tcp', exposure: 'internal' },
  ]
  const shared = await deployFor(controlPlane, 'alice', { ports })
  const own = await deployFor(controlPlane, 'carol', { ports, ipLease: 'dedicated-ip' })
  const attacker = await deployFor(controlPlane, 'mallory', { entrypoint: null })
  const places = [shared, own].flatMap(
    ({ services }) => services[0]?.ports.flatMap(({ address }) => address ?? []) ?? [],
  )
  expect(places).toHaveLength(2)
  const [sharedPlace, ownPlace] = places
  if (!sharedPlace || !ownPlace) return
  for (const place of places) await until(async () => (await greetingAt(place)) === 'a service', STARTED_MS)

  expect(await greetingAt({ ...ownPlace, port: 7001 })).toBeUndefined()
  const { container, gateway } = await containerOf(engine.host, attacker)
  const attacked = [sharedPlace, ownPlace, { ...sharedPlace, host: gateway }, { ...ownPlace, port: 7001 }]
  const targets = attacked.map(({ host: address, port }) => ({ address, port }))
  for (const result of await connectAllFrom(container, targets))
    expect(result).toMatch(/^(ECONNREFUSED|timed out|EHOSTUNREACH)$/)
}, 240_000)
