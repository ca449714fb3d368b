import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../bench/support/control-plane.ts'
import { connectGateway, type GatewayLink } from '../../server/gateway/control/gateway-link.ts'
import { createRouteFeed } from '../../server/gateway/control/route-feed.ts'
import { socketPaths } from '../../server/gateway/driver/socket-paths.ts'
import { spawnGateway } from '../../server/gateway/driver/spawn-gateway.ts'
import { gatewaySettingsFrom } from '../../server/gateway/process/gateway-settings.ts'
import type { Route } from '../../server/gateway/routes/route.ts'
import { startRouteSource } from '../../server/gateway/routes/route-source.ts'
import { openStore } from '../../server/store/connection.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { type SleepHarness, sleepHarness } from './scale-to-zero-harness.ts'
import { until } from './until.ts'

const REQUESTS = 20

/** A gateway of another node: a process of its own, fed from the same database. */
interface SecondGateway {
  link: GatewayLink
  /** Resolves once it forwards nothing to the instance. */
  hasNoTarget(): Promise<void>
  get(host: string): Promise<number | 'cut off'>
  kill(): Promise<void>
}

let harness: SleepHarness
let instance: Instance
let host: string
let second: SecondGateway
const folder = mkdtempSync(join(tmpdir(), 'longshore-second-'))
beforeAll(async () => {
  harness = await sleepHarness()
  instance = await harness.deploySleepy()
  host = new URL(instance.latestUrlPreview ?? '').host
  second = await startSecond()
})
afterAll(async () => {
  await second?.kill()
  await harness?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function startSecond(): Promise<SecondGateway> {
  const sockets = socketPaths(folder)
  const port = await freePort()
  const config = { mode: 'production', host: '127.0.0.1', port, trustProxy: [] as string[] } as const
  const urls = { publicUrl: 'https://console.test', instancesUrl: 'http://localhost:4600' }
  const settings = gatewaySettingsFrom({ ...config, ...urls }, sockets, 'a version')
  const child: ChildProcess = spawnGateway(settings, join(folder, 'gateway.log'))
  const link = await until(() => connectGateway(sockets.controlSocket), 30_000)
  const feed = createRouteFeed()
  const log = pino({ level: 'silent' })
  const store = openStore({ url: harness.store.url, log })
  let targets = -1
  const count = (routes: readonly Route[]) => {
    const own = routes.find(({ id }) => id === instance._id)
    if (own) targets = own.ports.flatMap((each) => each.targets).length
  }
  const stop = startRouteSource({
    store,
    log,
    onAll(all) {
      feed.replaceAll(all)
      count(all)
    },
    onChange(changed, removedIds) {
      feed.change(changed, removedIds)
      count(changed)
    },
  })
  feed.connect(link)
  return {
    link,
    async hasNoTarget() {
      await until(async () => targets === 0)
      // Messages are handled in order.
      await link.drained('none', 0)
    },
    get: (to) =>
      new Promise((resolve) => {
        const sent = request({ host: '127.0.0.1', port, agent: false, headers: { host: to } }, (response) => {
          response.resume()
          resolve(response.statusCode ?? 0)
        })
        sent.on('error', () => resolve('cut off'))
        sent.end()
      }),
    async kill() {
      stop()
      child.kill('SIGKILL')
      await link.closed
      await store.close()
    },
  }
}

const decisions = async () => {
  const { rows } = await harness.store.pool.query<{ reason: string }>(
    'select reason from scaling_decision where instance_id = $1 order by at, id',
    [instance._id],
  )
  return rows.map(({ reason }) => reason)
}

const many = <T>(get: () => Promise<T>): Promise<T>[] => Array.from({ length: REQUESTS }, get)
const first = async () => (await harness.gateway.get(host)).status

/** Sends requests through both gateways, and resolves once both hold them. */
async function holdOnBoth() {
  await harness.sleep(instance)
  await harness.asleep(instance)
  await second.hasNoTarget()
  const holding = new Set<GatewayLink>()
  for (const link of [harness.gateway.link, second.link])
    link.onWake(({ instanceId }) => instanceId === instance._id && holding.add(link))
  const held = { first: many(first), second: many(() => second.get(host)) }
  await until(async () => holding.size === 2)
  return held
}

test('a gateway that is killed loses only its own held requests', async () => {
  const held = await holdOnBoth()
  await second.kill()
  expect(new Set(await Promise.all(held.second))).toEqual(new Set(['cut off']))
  harness.serveWakes()
  expect(new Set(await Promise.all(held.first))).toEqual(new Set([200]))
  expect((await decisions()).filter((reason) => reason === 'wake')).toHaveLength(1)
  second = await startSecond()
  await until(async () => (await second.get(host)) === 200)
})

test('two gateways that hold requests to one service wake it once, and serve them all', async () => {
  const before = (await decisions()).length
  // Another node, whose control plane serves the second gateway.
  harness.another().serveWakes(second.link)
  const held = await holdOnBoth()
  expect(new Set(await Promise.all([...held.first, ...held.second]))).toEqual(new Set([200]))
  expect((await decisions()).slice(before)).toEqual(['idle', 'wake'])
})
