import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Container } from 'dockerode'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deploy, makeProject, settled } from '../../bench/support/control-plane.ts'
import type { Configuration } from '../../src/contract/wire/configuration.ts'
import { dockerAt } from '../container-engine.ts'
import { type NamespacedDockerd, startDockerdInNamespace } from '../engines/bootstrap/dockerd-in-namespace.ts'
import { internet, machineAddress } from '../engines/bootstrap/internet-addresses.ts'
import { type ControlPlane, startControlPlane } from '../faults/support/control-plane.ts'
import { skipFor } from '../faults/support/skip-for.ts'
import { installMissingPackages } from '../required-programs.ts'
import { until } from '../server/until.ts'
import { connectAllFrom, connectFrom, lookUpFrom, runInside } from './support/attack.ts'

const reason =
  process.getuid?.() === 0
    ? installMissingPackages()
    : 'only root can start an engine of its own: run the tests as root'
const protect = fileURLToPath(new URL('../../scripts/protect.ts', import.meta.url))
const STARTED_MS = 90_000
/** A service on all addresses of the machine, like an SSH server. */
const SERVICE_PORT = 2222

/** Published on all addresses by a container that is not Longshore's. */
const PUBLISHED_PORT = 9090

interface Victim {
  container: Container
  address: string
  gateway: string
}

let dockerd: NamespacedDockerd
let controlPlane: ControlPlane
let attacker: Victim
let victim: Victim
let victimPage: string

beforeAll(async () => {
  if (reason !== undefined) return
  dockerd = await startDockerdInNamespace()
  controlPlane = await startControlPlane({
    settings: { LONGSHORE_ENGINE: 'docker', DOCKER_HOST: dockerd.host },
    launcher: ['nsenter', `--net=/run/netns/${dockerd.namespace}`],
  })
  await dockerd.forward(controlPlane.port)
  dockerd.spawn(
    process.execPath,
    '-e',
    `require('node:net').createServer((socket) => socket.on('error', () => {}).end('service\\n')).listen(${SERVICE_PORT}, '0.0.0.0')`,
  )
  const deployed = await Promise.all(['mallory', 'alice'].map(deployFor))
  attacker = await placeOf(deployed[0]?.id ?? '')
  victim = await placeOf(deployed[1]?.id ?? '')
  victimPage = deployed[1]?.page ?? ''
  await publishForAll()
}, 180_000)

afterAll(async () => {
  await controlPlane?.end()
  await dockerd?.stop()
})

/** Creates an organisation with one instance for a user. */
async function deployFor(name: string): Promise<{ id: string; page: string }> {
  const token = await controlPlane.signIn(name)
  const made = await makeProject(controlPlane.url, token, name)
  const { _id } = await deploy(controlPlane.url, token, made, 'longshore/echo:1', [8080], {}, 'small')
  const instance = await settled(controlPlane.url, token, _id, 'Active', STARTED_MS)
  return { id: _id, page: instance.latestUrlPreview ?? '' }
}

async function publishForAll(): Promise<void> {
  const container = await dockerAt(dockerd.host).createContainer({
    Image: 'longshore/echo:1',
    ExposedPorts: { '8080/tcp': {} },
    HostConfig: {
      PortBindings: { '8080/tcp': [{ HostPort: String(PUBLISHED_PORT) }] },
      RestartPolicy: { Name: 'always' },
    },
  })
  await container.start()
}

async function placeOf(instance: string): Promise<Victim> {
  const docker = dockerAt(dockerd.host)
  const filters = { label: [`longshore.label.instance=${instance}`] }
  const [found] = await docker.listContainers({ all: true, filters })
  if (!found) throw new Error(`No container of ${instance}`)
  const [endpoint] = Object.values(found.NetworkSettings.Networks)
  return {
    container: docker.getContainer(found.Id),
    address: endpoint?.IPAddress ?? '',
    gateway: endpoint?.Gateway ?? '',
  }
}

async function measured(): Promise<Configuration['engine']['measured']> {
  const response = await fetch(`${controlPlane.url}/api/configuration`)
  const { engine }: Configuration = await response.json()
  return engine.measured
}

/** Resolves with the first measurement after `instant`. */
async function measuredAfter(instant: number) {
  return until(async () => {
    const latest = await measured()
    return latest && Date.parse(latest.measuredAt) > instant && latest
  }, STARTED_MS)
}

/** Requests the victim's page through the gateway. */
function pageOfVictim(): Promise<string> {
  const { host } = new URL(victimPage)
  return new Promise((resolve, reject) => {
    get(`${controlPlane.url}/hello`, { headers: { host } }, (response) => resolve(text(response))).once('error', reject)
  })
}

test('each instance has its own network, which no other instance can reach', async (context) => {
  skipFor(context, reason)
  expect(attacker.gateway).not.toBe(victim.gateway)
  expect(await connectFrom(attacker.container, victim.address, 8080)).toBe('timed out')
  expect(await connectFrom(victim.container, attacker.address, 8080)).toBe('timed out')
})

test('another instance cannot be resolved by its name', async (context) => {
  skipFor(context, reason)
  const { Name } = await victim.container.inspect()
  for (const name of [Name.slice(1), victim.container.id.slice(0, 12), 'echo']) {
    expect(await lookUpFrom(attacker.container, name)).not.toBe(victim.address)
  }
})

test('no instance has NET_ADMIN or NET_RAW, which forging packets requires', async (context) => {
  skipFor(context, reason)
  const status = await runInside(attacker.container, `print(require('node:fs').readFileSync('/proc/1/status'))`)
  const [, bounding = ''] = /CapBnd:\s*([0-9a-f]+)/.exec(status) ?? []
  const NET_ADMIN = 12n
  const NET_RAW = 13n
  for (const capability of [NET_ADMIN, NET_RAW]) expect((BigInt(`0x${bounding}`) >> capability) & 1n).toBe(0n)
  expect(status).toMatch(/NoNewPrivs:\s*1/)
})

test('without protection, the probe reports what is reachable, and connections confirm it', async (context) => {
  skipFor(context, reason)
  expect(await measuredAfter(0)).toMatchObject({
    betweenInstances: 'blocked',
    host: 'reachable',
    // The control plane listens on loopback only.
    controlPlane: 'blocked',
    metadata: 'reachable',
  })
  expect(await connectFrom(attacker.container, machineAddress, SERVICE_PORT)).toBe('connected: service')
  expect(await connectFrom(attacker.container, machineAddress, PUBLISHED_PORT)).toMatch(/^connected/)
  expect(await connectFrom(attacker.container, internet.metadata, 80)).toBe('connected: metadata')
})

test('with protection, neither the machine nor other instances nor private networks are reachable', async (context) => {
  skipFor(context, reason)
  expect(await dockerd.run(process.execPath, protect, '--dns', internet.web)).toMatch(/can no longer reach/)
  // Running it again changes nothing.
  await dockerd.run(process.execPath, protect, '--dns', internet.web)
  await expectProtected()
})

test('protection survives a restart of the engine, after which the probe measures again', async (context) => {
  skipFor(context, reason)
  const beforeMs = Date.now()
  await dockerd.restart()
  expect(await measuredAfter(beforeMs)).toMatchObject({
    betweenInstances: 'blocked',
    host: 'blocked',
    controlPlane: 'blocked',
    metadata: 'blocked',
  })
  await until(async () => (await attacker.container.inspect()).State.Running, STARTED_MS)
  await until(async () => (await victim.container.inspect()).State.Running, STARTED_MS)
  const [own, other] = [await addressesOf(attacker), await addressesOf(victim)]
  attacker = own
  victim = other
  await expectProtected()
}, 240_000)

test('a private range is reachable when the operator allows it', async (context) => {
  skipFor(context, reason)
  await dockerd.run(process.execPath, protect, '--dns', internet.web, '--allow', '192.168.77.0/24')
  expect(await connectFrom(attacker.container, internet.office, 80)).toBe('connected: office')
  expect(await connectFrom(attacker.container, internet.metadata, 80)).toBe('EHOSTUNREACH')
  await dockerd.run(process.execPath, protect, '--remove')
  expect(await connectFrom(attacker.container, machineAddress, SERVICE_PORT)).toBe('connected: service')
  expect(await dockerd.run('nft', 'list', 'tables')).not.toContain('longshore')
})

async function addressesOf({ container }: Victim): Promise<Victim> {
  const { NetworkSettings } = await container.inspect()
  const [endpoint] = Object.values(NetworkSettings.Networks)
  return { container, address: endpoint?.IPAddress ?? '', gateway: endpoint?.Gateway ?? '' }
}

async function expectProtected(): Promise<void> {
  const machine = [machineAddress, attacker.gateway, victim.gateway, '172.17.0.1']
  const ports = [SERVICE_PORT, PUBLISHED_PORT, controlPlane.port]
  const expected = [
    ...machine.flatMap((address) => ports.map((port) => ({ address, port, result: 'timed out' }))),
    { address: victim.address, port: 8080, result: 'timed out' },
    { address: internet.metadata, port: 80, result: 'EHOSTUNREACH' },
    { address: internet.office, port: 80, result: 'EHOSTUNREACH' },
    // What instances need still works: the internet, DNS, and visitors through the gateway.
    { address: internet.web, port: 80, result: 'connected: web' },
  ]
  const results = await connectAllFrom(attacker.container, expected)
  expect(expected.map((target, index) => ({ ...target, result: results[index] }))).toEqual(expected)
  expect(await lookUpFrom(attacker.container, 'example.test')).toBe(internet.web)
  expect(await pageOfVictim()).toContain('/hello')
}
