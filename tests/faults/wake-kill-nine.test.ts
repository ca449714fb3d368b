import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWebSocket } from '../../bench/gateway/web-socket.ts'
import { deploy, makeProject, settled } from '../../bench/support/control-plane.ts'
import { soleEngine } from '../../server/engines/engines.ts'
import { createProcessEngine } from '../../server/engines/process.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { dockerAt, startContainerEngine, type TestContainerEngine } from '../container-engine.ts'
import { withStoreOf } from '../e2e/fixtures/store-of.ts'
import { putToSleep } from '../server/put-to-sleep.ts'
import { until } from '../server/until.ts'
import { apiOf } from './support/api.ts'
import { type ControlPlane, startControlPlane } from './support/control-plane.ts'
import { getThrough } from './support/get-through.ts'
import { skipFor } from './support/skip-for.ts'
import { stopWithWorkloads } from './support/stop-with-workloads.ts'

let engine: TestContainerEngine
let controlPlane: ControlPlane | undefined
const folder = mkdtempSync(join(tmpdir(), 'longshore-wake-'))
/** Only its prices are asked for. */
const engines = soleEngine(createProcessEngine({ dataFolder: folder }))
beforeAll(async () => {
  engine = await startContainerEngine()
})
afterAll(async () => {
  if (controlPlane) await stopWithWorkloads(controlPlane, engine)
  if (engine && 'stop' in engine) await engine.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a container that sleeps is woken by a request and by a WebSocket, and kill -9 of the control plane loses no held request', async (context) => {
  if ('skipped' in engine) return skipFor(context, engine.skipped)
  const docker = dockerAt(engine.host)
  controlPlane = await startControlPlane({
    settings: { LONGSHORE_ENGINE: 'docker', DOCKER_HOST: engine.host },
  })
  const plane = controlPlane
  const token = await plane.signIn('ada')
  const api = apiOf(plane.url, token)
  const { _id: id } = await deploy(plane.url, token, await makeProject(plane.url, token), 'longshore/echo:1')
  await settled(plane.url, token, id, 'Active')
  const instance = await api.instance(id)
  const host = new URL(instance.latestUrlPreview ?? '').host
  const rules = { autoscalingRules: { minReplicas: 0, maxReplicas: 1, idleSeconds: 86_400 } }
  await api.request('PATCH', `compute-instance/${id}/update/autoscaling-rules`, rules)

  const containers = async () =>
    (await docker.listContainers({ all: true, filters: { label: [`longshore.label.instance=${id}`] } })).length
  const sleep = async (): Promise<Instance> => {
    await withStoreOf(plane, ({ db }) => putToSleep(db, engines, instance))
    await until(async () => (await containers()) === 0, 60_000)
    return api.instance(id)
  }

  expect(await sleep()).toMatchObject({ state: 'Active', services: [{ replicas: 0 }] })
  expect((await getThrough(plane.port, host)).status).toBe(200)
  expect(await containers()).toBe(1)

  await sleep()
  const socket = await openWebSocket(plane.port, host)
  expect(await socket.echo('ahoy')).toBe('ahoy')
  socket.close()

  // Killed before the request, and again as soon as it was decided to wake the service.
  await sleep()
  await plane.kill()
  const first = getThrough(plane.port, host)
  await plane.start()
  expect((await first).status).toBe(200)

  await sleep()
  const second = getThrough(plane.port, host)
  await until(async () => (await api.instance(id)).services[0]?.replicas === 1)
  await plane.kill()
  await plane.start()
  expect((await second).status).toBe(200)
  await until(async () => (await api.instance(id)).state === 'Active')
  expect(await containers()).toBe(1)
})
