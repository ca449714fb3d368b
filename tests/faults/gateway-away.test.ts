import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWebSocket, type RawWebSocket } from '../../bench/gateway/web-socket.ts'
import { deploy, makeFolder, makeProject, settled } from '../../bench/support/control-plane.ts'
import { alive } from '../../server/start-up/process-identity.ts'
import { type EmbeddedDatabase, startEmbedded } from '../../server/store/embedded.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { scaleToLoad } from '../scale-to-load.ts'
import { until } from '../server/until.ts'
import { apiOf } from './support/api.ts'
import { type ControlPlane, startControlPlane } from './support/control-plane.ts'
import { getThrough } from './support/get-through.ts'

let folder: { path: string; remove(): Promise<void> }
let database: EmbeddedDatabase
let controlPlane: ControlPlane
let token: string
let made: Awaited<ReturnType<typeof makeProject>>
let host: string
/** Where a TCP port is forwarded. */
let place: { host: string; port: number }

beforeAll(async () => {
  folder = await makeFolder()
  database = await startDatabase()
  controlPlane = await startControlPlane({ settings: { LONGSHORE_ENGINE: 'process', DATABASE_URL: database.url } })
  token = await controlPlane.signIn('ada')
  made = await makeProject(controlPlane.url, token)
  host = await deployEcho()
  place = await deployOnTcp()
})
afterAll(async () => {
  await controlPlane?.end()
  await database?.stop()
  await folder?.remove()
})

const startDatabase = () => startEmbedded({ dataFolder: folder.path, log: pino({ level: 'silent' }) })
const gatewayPid = (): number => JSON.parse(readFileSync(join(controlPlane.dataFolder, 'gateway.pid'), 'utf8')).pid
const visit = (to = host, path = '/') => getThrough(controlPlane.port, to, path)

/** Resolves with the host of a new instance that can be reached. */
async function deployEcho(): Promise<string> {
  const { _id } = await deploy(controlPlane.url, token, made, 'longshore/echo:1')
  const { latestUrlPreview } = await settled(controlPlane.url, token, _id, 'Active')
  const reached = new URL(latestUrlPreview ?? '').host
  await until(async () => (await getThrough(controlPlane.port, reached)).status === 200)
  return reached
}

const size = { cpuMilli: 100, memoryBytes: 2 ** 27, storageBytes: 2 ** 29 }

/** Resolves with the address of a public TCP port of a new instance. */
async function deployOnTcp(): Promise<{ host: string; port: number }> {
  const api = apiOf(controlPlane.url, token)
  const ports = [{ containerPort: 8080, protocol: 'tcp', exposure: 'public' }]
  const created = await api.request<{ instance: Instance }>('POST', 'compute-instance/create', {
    organizationId: made.organizationId,
    projectId: made.projectId,
    name: 'Tcp',
    region: 'us-west',
    configuration: { services: [{ ...size, name: 'web', image: 'longshore/echo:1', ports }] },
  })
  return until(async () => {
    const { state, services } = await api.instance(created.body.instance._id)
    const address = services[0]?.ports[0]?.address
    return state === 'Active' && address?.error === null && address.port !== null && address
  }, 30_000) as Promise<{ host: string; port: number }>
}

/** A WebSocket, because programs close connections that have no requests for some seconds. */
const openConnection = () => openWebSocket(place.port, place.host)

/** A connection that was open before, and a new one. */
async function expectTcp(kept: RawWebSocket): Promise<void> {
  expect(await kept.echo('kept')).toBe('kept')
  const next = await openConnection()
  expect(await next.echo('new')).toBe('new')
  next.close()
}

/** Visits the instance all the time while something else fails; returns the statuses that it got. */
async function statusesDuring(failing: () => Promise<unknown>): Promise<Set<number | string>> {
  const statuses = new Set<number | string>()
  let isOver = false
  const visiting = (async () => {
    while (!isOver) statuses.add((await visit()).status)
  })()
  await failing()
  isOver = true
  await visiting
  return statuses
}

test('while the control plane is away, requests, WebSockets and TCP of instances go on, and the next one adopts the gateway', async () => {
  const socket = await openWebSocket(controlPlane.port, host)
  const connection = await openConnection()
  const pid = gatewayPid()
  const statuses = await statusesDuring(async () => {
    await controlPlane.kill()
    expect(await socket.echo('still here')).toBe('still here')
    await expectTcp(connection)
    const api = await getThrough(controlPlane.port, 'localhost', '/api/health')
    expect(api).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
    expect(JSON.parse(api.body)).toMatchObject({ error: 'unavailable' })
    expect(await getThrough(controlPlane.port, 'localhost', '/login')).toMatchObject({
      status: 503,
      body: expect.stringContaining('Longshore is restarting'),
    })
    await controlPlane.start()
  })
  expect([...statuses]).toEqual([200])
  expect(gatewayPid()).toBe(pid)
  expect(await socket.echo('and later')).toBe('and later')
  await expectTcp(connection)
  socket.close()
  connection.close()
  // The adopted gateway gets new routes.
  await deployEcho()
})

test('while the database is away, requests, WebSockets and TCP of instances go on', async () => {
  const [socket, connection] = [await openWebSocket(controlPlane.port, host), await openConnection()]
  const statuses = await statusesDuring(async () => {
    await database.stop()
    await until(async () => (await visit('localhost', '/api/ready')).status === 503)
    await visit()
    expect(await socket.echo('still here')).toBe('still here')
    const opened = await openWebSocket(controlPlane.port, host)
    expect(await opened.echo('a new one')).toBe('a new one')
    opened.close()
    await expectTcp(connection)
    database = await startDatabase()
  })
  expect([...statuses]).toEqual([200])
  await until(async () => (await visit('localhost', '/api/ready')).status === 200, 30_000)
  expect(await socket.echo('and later')).toBe('and later')
  await expectTcp(connection)
  socket.close()
  connection.close()
  await deployEcho()
})

test('a killed gateway is started again on its port within a second, with its routes', async () => {
  const killed = gatewayPid()
  process.kill(killed, 'SIGKILL')
  const killedMs = performance.now()
  await until(async () => gatewayPid() !== killed && (await visit().catch(() => undefined))?.status === 200)
  expect(performance.now() - killedMs).toBeLessThan(scaleToLoad(1000))
  expect((await visit('localhost', '/api/health')).status).toBe(200)
})

test('a gateway that hangs after the control plane was killed is replaced', async () => {
  const hanging = gatewayPid()
  await controlPlane.kill()
  process.kill(hanging, 'SIGSTOP')
  await controlPlane.start()
  expect(gatewayPid()).not.toBe(hanging)
  await until(async () => !alive(hanging))
  await until(async () => (await visit()).status === 200)
})

test('a gateway of other settings is replaced, and an orderly stop ends the gateway', async () => {
  const former = gatewayPid()
  await controlPlane.kill()
  await controlPlane.start({ LONGSHORE_INSTANCES_URL: `http://apps.localhost:${controlPlane.port}` })
  expect(gatewayPid()).not.toBe(former)
  const renamed = host.replace('.localhost', '.apps.localhost')
  await until(async () => (await visit(renamed)).status === 200)
  await until(async () => !alive(former))

  const last = gatewayPid()
  await controlPlane.stop()
  expect(alive(last)).toBe(false)
  await expect(visit()).rejects.toThrow('ECONNREFUSED')
})

test('a gateway whose control plane was killed ends when its data folder is removed', async () => {
  const removed = await makeFolder()
  const other = await startControlPlane({
    settings: { LONGSHORE_ENGINE: 'process', DATABASE_URL: database.url },
    dataFolder: removed.path,
  })
  const { pid } = JSON.parse(readFileSync(join(removed.path, 'gateway.pid'), 'utf8'))
  await other.kill()
  expect(alive(pid)).toBe(true)
  await removed.remove()
  await until(async () => !alive(pid))
})
