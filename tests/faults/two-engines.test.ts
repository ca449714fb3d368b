import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { regionFile } from '../../server/compute/catalogue/regions/region-settings.ts'
import { configFrom } from '../../server/config.ts'
import { createDockerEngine } from '../../server/engines/docker.ts'
import type { Engine } from '../../server/engines/engine.ts'
import { createEngines } from '../../server/engines/engines.ts'
import { createProcessEngine } from '../../server/engines/process.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { install } from '../container-engine.ts'
import { type PrivateDockerd, startPrivateDockerd } from '../engines/bootstrap/private-dockerd.ts'
import { type ComputeHarness, computeHarness } from '../server/compute-harness.ts'
import { type GatewayHarness, gatewayHarness } from '../server/gateway-harness.ts'
import { until } from '../server/until.ts'
import { skipFor } from './support/skip-for.ts'

const reason =
  process.getuid?.() === 0 ? install() : 'only root can start and kill a private engine: run the tests as root'
const SETTLES_MS = 90_000
/** Another address of this machine stands for another machine: nothing of its containers is on 127.0.0.1. */
const PARIS = '127.0.0.2'

let folder: string
let dockerd: PrivateDockerd
let home: Engine
let paris: Engine
let harness: ComputeHarness
let gateway: GatewayHarness
beforeAll(async () => {
  if (reason !== undefined) return
  folder = mkdtempSync(join(tmpdir(), 'longshore-two-engines-'))
  dockerd = await startPrivateDockerd()
  home = createProcessEngine({ dataFolder: folder })
  const installationId = `two-${process.pid}`
  paris = await createDockerEngine({ installationId, dockerHost: dockerd.host, publishAddress: PARIS })
  const regions = [
    { name: 'home', title: 'Home' },
    { name: 'paris', title: 'Paris', engine: { kind: 'docker', host: dockerd.host, publishAddress: PARIS } },
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
  for (const { id } of (await paris?.list().catch(() => [])) ?? []) await paris.remove(id)
  await paris?.close()
  await home?.close()
  await dockerd?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

const statusOf = async ({ latestUrlPreview }: Instance) =>
  (await gateway.get(new URL(latestUrlPreview ?? '').host).catch(() => undefined))?.status

test('a killed container engine stops nothing on the other engine, and its region goes on when it is back [P4.14]', async (context) => {
  skipFor(context, reason)
  const [here, there] = await Promise.all([harness.deploy({ region: 'home' }), harness.deploy({ region: 'paris' })])
  const local = await harness.inState(here._id, 'Active', SETTLES_MS)
  const remote = await harness.inState(there._id, 'Active', SETTLES_MS)
  expect(remote.providerHost).toBe(PARIS)
  const port = remote.ports[0]?.hostPort
  expect((await fetch(`http://${PARIS}:${port}/health`)).status).toBe(200)
  await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow()
  for (const instance of [local, remote]) await until(async () => (await statusOf(instance)) === 200)

  await dockerd.kill()
  await until(async () => (await harness.instance(there._id)).progressMessage !== '', SETTLES_MS)
  const { regions } = await harness.call('readRegions', {})
  expect(regions.map(({ availability }) => availability)).toEqual(['available', 'unknown'])
  const { _id: meanwhile } = await harness.deploy({ region: 'home', name: 'Meanwhile' })
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
