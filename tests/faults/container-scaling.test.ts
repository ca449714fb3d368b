import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeProject } from '../../bench/support/control-plane.ts'
import type { ResponseOf } from '../../src/contract/contract.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { startContainerEngine, type TestContainerEngine } from '../container-engine.ts'
import { loops } from '../long-runs.ts'
import { until } from '../server/until.ts'
import { type Api, apiOf } from './support/api.ts'
import { type ControlPlane, startControlPlane } from './support/control-plane.ts'
import { crash } from './support/crashes/crash.ts'
import { leftOfInstance, leftOnEngine, nothing } from './support/crashes/left-of-instance.ts'
import { press } from './support/crashes/press.ts'
import { getThrough } from './support/get-through.ts'
import { skipFor } from './support/skip-for.ts'
import { stopWithWorkloads } from './support/stop-with-workloads.ts'

const SETTLES_MS = 240_000
const KILLS = loops(30)
const MAX_DELAY_BEFORE_KILL_MS = 1500

let engine: TestContainerEngine
let controlPlane: ControlPlane | undefined
beforeAll(async () => {
  engine = await startContainerEngine()
  if (!('skipped' in engine))
    controlPlane = await startControlPlane({ settings: { LONGSHORE_ENGINE: 'docker', DOCKER_HOST: engine.host } })
})
afterAll(async () => {
  if (controlPlane) await stopWithWorkloads(controlPlane, engine)
  if (engine && 'stop' in engine) await engine.stop()
})

const size = { cpuMilli: 100, memoryBytes: 128 * 1024 ** 2, storageBytes: 512 * 1024 ** 2, stopGraceMs: 500 }

interface Scaled {
  plane: ControlPlane
  api: Api
  id: Instance['_id']
  host: string
}

const deployScaled = async (plane: ControlPlane, userName: string, autoscalingRules: object): Promise<Scaled> => {
  const token = await plane.signIn(userName)
  const api = apiOf(plane.url, token)
  const { organizationId, projectId } = await makeProject(plane.url, token)
  const web = { ...size, name: 'web', image: 'longshore/hello:1', ports: [{ containerPort: 8080 }], autoscalingRules }
  const created = await api.request<{ instance: Instance }>('POST', 'compute-instance/create', {
    organizationId,
    projectId,
    name: 'Ferry',
    region: 'us-west',
    configuration: { services: [web] },
  })
  expect(created.status, created.body.message).toBe(200)
  const { _id: id } = created.body.instance
  await until(async () => (await api.instance(id)).state === 'Active', SETTLES_MS)
  const host = new URL((await api.instance(id)).latestUrlPreview ?? '').host
  await until(async () => (await getThrough(plane.port, host)).status === 200, SETTLES_MS)
  return { plane, api, id, host }
}

const removeScaled = async ({ api, id }: Scaled): Promise<void> => {
  await api.request('DELETE', `compute-instance/${id}`)
  await until(async () => (await api.request('GET', `compute-instance/${id}`)).status === 404, SETTLES_MS)
}

/** Visitors that each send the next request a while after the last response. */
const visit = ({ plane, host }: Scaled, visitors: number, everyMs: number) => {
  const failures: string[] = []
  let isOver = false
  const visitor = async () => {
    while (!isOver) {
      const { status, body } = await getThrough(plane.port, host).catch(({ message }: Error) => ({
        status: 0,
        body: message,
      }))
      if (status !== 200) failures.push(`${status} ${body.slice(0, 80)}`)
      await delay(everyMs)
    }
  }
  const ended = Promise.all(Array.from({ length: visitors }, visitor))
  return async () => {
    isOver = true
    await ended
    return failures
  }
}

const readyReplicas = async ({ api, id }: Scaled) => (await api.instance(id)).services[0]?.readyReplicas

test('requests through the gateway add replicas and their end removes them, without a failed request', async (context) => {
  if ('skipped' in engine) return skipFor(context, engine.skipped)
  if (!controlPlane) throw new Error('No control plane')
  const target = 4
  const rules = { minReplicas: 1, maxReplicas: 3, requestsPerSecond: target, cooldownSeconds: 0 }
  const scaled = await deployScaled(controlPlane, 'ada', rules)
  const endTrickle = visit(scaled, 1, 1000)
  const endLoad = visit(scaled, 6, 150)
  await until(async () => (await readyReplicas(scaled)) === 3, SETTLES_MS)
  expect(await endLoad()).toEqual([])
  await until(async () => (await readyReplicas(scaled)) === 1, SETTLES_MS)
  expect(await endTrickle()).toEqual([])

  const read = await scaled.api.request<ResponseOf<'readScalingDecisions'>>(
    'GET',
    `compute-instance/${scaled.id}/scaling/decisions`,
  )
  const decisions = read.body.decisions.toReversed()
  expect(decisions.map(({ outcome, reason }) => `${outcome} ${reason}`)).toEqual(decisions.map(() => 'scaled requests'))
  expect(decisions[0]).toMatchObject({ from: 1, measures: [{ metric: 'requests', target }] })
  expect(decisions[0]?.measures[0]?.value).toBeGreaterThan(target)
  expect(decisions.at(-1)).toMatchObject({ to: 1 })
  expect(decisions.at(-1)?.measures[0]?.value).toBeLessThan(target)
  // Each one begins where the one before it ended.
  expect(decisions.slice(1).map(({ from }) => from)).toEqual(decisions.slice(0, -1).map(({ to }) => to))
  await removeScaled(scaled)
})

test('kill -9 while replicas are added and removed leaves their number, none twice, and no other container', async (context) => {
  if ('skipped' in engine) return skipFor(context, engine.skipped)
  if (!controlPlane) throw new Error('No control plane')
  const rules = (replicas: number) => ({
    autoscalingRules: { minReplicas: replicas, maxReplicas: replicas, requestsPerSecond: 1000 },
  })
  const scaled = await deployScaled(controlPlane, 'grace', rules(1).autoscalingRules)
  const { plane, api, id } = scaled
  const endVisit = visit(scaled, 1, 100)
  const counts = Array.from({ length: KILLS }, (_, round) => [3, 1, 4, 2][round % 4] ?? 1)
  for (const count of [...counts, 2]) {
    await press(api, 'PATCH', `compute-instance/${id}/update/autoscaling-rules`, rules(count))
    await crash(plane, MAX_DELAY_BEFORE_KILL_MS)
  }
  const settled = await until(async () => {
    const { workloads, doubled, serving } = await leftOfInstance(plane, id)
    const isReady = workloads.length === 2 && (await readyReplicas(scaled)) === 2
    return isReady && { workloads, doubled, serving }
  }, SETTLES_MS)
  expect(settled).toMatchObject({ doubled: 0, serving: 1 })
  await expect
    .poll(async () => (await leftOnEngine(engine, { instance: id })).containers, { timeout: SETTLES_MS })
    .toEqual(settled.workloads)
  expect(await endVisit()).toEqual([])
  await removeScaled(scaled)
  await expect.poll(() => leftOnEngine(engine, { instance: id }), { timeout: SETTLES_MS }).toEqual(nothing)
})
