import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { regionFile } from '../../server/compute/catalogue/regions/region-settings.ts'
import { configFrom } from '../../server/config.ts'
import { parseRange } from '../../server/engines/docker/network/subnet-pool.ts'
import { createDockerEngine } from '../../server/engines/docker.ts'
import type { Engine } from '../../server/engines/engine.ts'
import { createEngines } from '../../server/engines/engines.ts'
import type { InputOf } from '../../src/contract/contract.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { dockerAt, startContainerEngine, type TestContainerEngine } from '../container-engine.ts'
import { type PrivateDockerd, startPrivateDockerd } from '../engines/bootstrap/private-dockerd.ts'
import { installMissingPackages } from '../required-programs.ts'
import { type ComputeHarness, computeHarness } from '../server/compute-harness.ts'
import { type GatewayHarness, gatewayHarness } from '../server/gateway-harness.ts'
import { until } from '../server/until.ts'
import { skipFor } from './support/skip-for.ts'

const reason =
  process.getuid?.() === 0
    ? installMissingPackages()
    : 'only root can start and kill a private engine: run the tests as root'
const SETTLES_MS = 90_000
/** Another address of this machine stands for another machine: nothing of its containers is on 127.0.0.1. */
const PARIS = '127.0.0.2'

let folder: string
let first: TestContainerEngine
let dockerd: PrivateDockerd
let home: Engine
let paris: Engine
let harness: ComputeHarness
let gateway: GatewayHarness
beforeAll(async () => {
  if (reason !== undefined) return
  first = await startContainerEngine()
  if ('skipped' in first) throw new Error(first.skipped)
  folder = mkdtempSync(join(tmpdir(), 'longshore-two-engines-'))
  dockerd = await startPrivateDockerd()
  const installationId = `two-${process.pid}`
  home = await createDockerEngine({ installationId, dockerHost: first.host })
  paris = await createDockerEngine({ installationId, dockerHost: dockerd.host, publishAddress: PARIS })
  const regions = [
    { name: 'home', title: 'Home', storage: { beta2: 1 } },
    {
      name: 'paris',
      title: 'Paris',
      storage: { beta2: 1 },
      engine: { kind: 'docker', host: dockerd.host, publishAddress: PARIS },
    },
  ]
  harness = await computeHarness({
    engine: home,
    engines: createEngines([
      { name: '', title: 'This machine', engine: home },
      { name: 'paris', title: 'Machine paris', engine: paris },
    ]),
    config: {
      ...configFrom({ LONGSHORE_PUBLIC_URL: 'http://localhost:4600' }, folder),
      regions: v.parse(regionFile, regions),
    },
    routes: { withdraw: (withdrawal) => gateway.routes.withdraw(withdrawal) },
    limits: { settleMs: 50, portMs: 20_000, graceMs: 1000, firstRestartMs: 20 },
  })
  gateway = await gatewayHarness(harness)
})
afterAll(async () => {
  await gateway?.close()
  await harness?.close()
  for (const engine of [home, paris]) {
    for (const { id } of (await engine?.list().catch(() => [])) ?? []) await engine.remove(id)
    for (const { id } of (await engine?.listVolumes().catch(() => [])) ?? []) await engine.removeVolume(id)
    await engine?.close()
  }
  await dockerd?.stop()
  if (first && 'stop' in first) await first.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

type Service = NonNullable<InputOf<'createInstance'>['configuration']>['services'][number]

const cargo = { name: 'cargo', class: 'beta2', sizeBytes: 64 * 1024 ** 2, mountPath: '/cargo' } as const
const web = (more: Partial<Service> = {}): Service => ({
  name: 'web',
  image: 'longshore/hello:1',
  cpuMilli: 500,
  memoryBytes: 128 * 1024 ** 2,
  storageBytes: 512 * 1024 ** 2,
  stopGraceMs: 500,
  ports: [{ containerPort: 8080 }],
  ...more,
})
const create = async (region: string, name: string, services: Service[]): Promise<Instance> => {
  const { organizationId, projectId } = harness
  return (
    await harness.call('createInstance', { organizationId, projectId, name, region, configuration: { services } })
  ).instance
}

/** The subnets of this installation's networks on an engine. */
const subnetsOf = async (host: string): Promise<string[]> => {
  const networks = await dockerAt(host).listNetworks()
  const own = networks.filter(({ Labels }) => Labels?.['longshore.installation'] === `two-${process.pid}`)
  return own.flatMap(({ IPAM }) => IPAM?.Config?.flatMap(({ Subnet }) => Subnet ?? []) ?? [])
}
const overlap = (one: string, other: string): boolean => {
  const [a, b] = [parseRange(one), parseRange(other)]
  return a !== undefined && b !== undefined && a.first <= b.last && b.first <= a.last
}

const statusOf = async ({ latestUrlPreview }: Instance) =>
  (await gateway.get(new URL(latestUrlPreview ?? '').host).catch(() => undefined))?.status

test('two container engines serve side by side; a killed one stops nothing on the other, and its region goes on when it is back [P4.14]', async (context) => {
  skipFor(context, reason)
  const measuring = [home, paris].map((engine) =>
    engine.measureIsolation?.({ port: gateway.port }, AbortSignal.timeout(SETTLES_MS)),
  )
  const [here, there] = await Promise.all([
    create('home', 'Here', [web()]),
    create('paris', 'There', [web({ volumes: [cargo] })]),
  ])
  for (const measured of await Promise.all(measuring)) expect(measured?.atMs).toBeGreaterThan(0)
  const local = await harness.inState(here._id, 'Active', SETTLES_MS)
  const remote = await harness.inState(there._id, 'Active', SETTLES_MS)
  expect(remote.providerHost).toBe(PARIS)
  const port = remote.ports[0]?.hostPort
  expect((await fetch(`http://${PARIS}:${port}/health`)).status).toBe(200)
  await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow()
  for (const instance of [local, remote]) await until(async () => (await statusOf(instance)) === 200)

  const subnets = await Promise.all([first, dockerd].map((engine) => subnetsOf('host' in engine ? engine.host : '')))
  const [ofHome = [], ofParis = []] = subnets
  expect([ofHome.length, ofParis.length]).toEqual([1, 1])
  expect(ofHome.some((one) => ofParis.some((other) => overlap(one, other)))).toBe(false)
  for (const [instance, engine] of [
    [local, home],
    [remote, paris],
  ] as const) {
    const script = `require('node:fs').appendFileSync('/proc/1/fd/1', 'Printed in ${instance.name}\\n')`
    const printed = await harness.call('executeCommand', { id: instance._id, command: ['node', '-e', script] })
    expect(printed, printed.logs).toMatchObject({ exitCode: 0 })
    await until(async () => (await harness.lines(instance, 'instanceLogs')).includes(`Printed in ${instance.name}`))
    const [workload] = await engine.list()
    expect(workload?.labels.instance).toBe(instance._id)
    expect((await engine.stats(workload?.id ?? '')).memoryBytes).toBeGreaterThan(0)
  }
  const { memory } = await harness.call('readResourceUse', { id: harness.organizationId })
  expect(memory).toMatchObject({ measured: 2, total: 2 })
  await expect(create('home', 'Elsewhere', [web({ volumes: [cargo] })])).rejects.toMatchObject({
    fields: [{ message: 'This volume is in the region paris. Use another name.' }],
  })

  await dockerd.kill()
  await until(async () => (await harness.instance(there._id)).progressMessage !== '', SETTLES_MS)
  const { regions } = await harness.call('readRegions', {})
  expect(regions.map(({ availability }) => availability)).toEqual(['available', 'unknown'])
  const { _id: meanwhile } = await create('home', 'Meanwhile', [web({ ports: [] })])
  await harness.inState(meanwhile, 'Active')
  expect(await statusOf(local)).toBe(200)

  await dockerd.restart()
  const back = await until(async () => {
    const now = await harness.instance(there._id)
    return now.state === 'Active' && now.progressMessage === '' && (await statusOf(now)) === 200 && now
  }, SETTLES_MS)
  expect(back.deployments.map(({ status }) => status)).toEqual(['Deployed'])
  expect(await paris.list()).toHaveLength(1)
  expect(await home.list()).toHaveLength(2)
})
