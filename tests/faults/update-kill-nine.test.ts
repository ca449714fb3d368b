import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeProject } from '../../bench/support/control-plane.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { startContainerEngine, type TestContainerEngine } from '../container-engine.ts'
import { loops } from '../long-runs.ts'
import { until } from '../server/until.ts'
import { apiOf } from './support/api.ts'
import { type ControlPlane, startControlPlane } from './support/control-plane.ts'
import { crash } from './support/crashes/crash.ts'
import { leftOfInstance, leftOnEngine, nothing } from './support/crashes/left-of-instance.ts'
import { press } from './support/crashes/press.ts'
import { getThrough } from './support/get-through.ts'
import { skipFor } from './support/skip-for.ts'
import { installationOf, stopWithWorkloads } from './support/stop-with-workloads.ts'

const ROUNDS = loops(30)
const MAX_DELAY_BEFORE_KILL_MS = 1500
const SETTLES_MS = 90_000
const VISIT_EVERY_MS = 50

let engine: TestContainerEngine
let controlPlane: ControlPlane | undefined
beforeAll(async () => {
  engine = await startContainerEngine()
})
afterEach(async () => {
  if (controlPlane) await stopWithWorkloads(controlPlane, engine)
  controlPlane = undefined
})
afterAll(async () => {
  if (engine && 'stop' in engine) await engine.stop()
})

const size = { cpuMilli: 500, memoryBytes: 128 * 1024 ** 2, storageBytes: 512 * 1024 ** 2, stopGraceMs: 500 }
const configuration = (greeting: string) => ({
  services: [
    {
      ...size,
      name: 'web',
      image: 'longshore/hello:1',
      replicas: 2,
      ports: [{ containerPort: 8080 }],
      environment: [{ name: 'GREETING', value: greeting }],
    },
    { ...size, name: 'worker', image: 'longshore/clock:1' },
  ],
})

/** A worker that is the only writer of a volume, so each of its updates has a gap. */
const ledger = {
  services: [
    {
      ...size,
      name: 'ledger',
      image: 'longshore/clock:1',
      volumes: [{ name: 'ledger', class: 'beta2', sizeBytes: 64 * 1024 ** 2, mountPath: '/data' }],
    },
  ],
}

/** Requests the page of an instance again and again; returns everything but success, and how often another deployment responded than before. */
function visiting(port: number, host: string) {
  const failures: string[] = []
  let [last, switches] = ['', 0]
  let isOver = false
  const ended = (async () => {
    while (!isOver) {
      const { status, body } = await getThrough(port, host).catch((error: Error) => ({
        status: 0,
        body: error.message,
      }))
      if (status !== 200) failures.push(`${status} ${body.slice(0, 80)}`)
      const greeting = /Tide \d+/.exec(body)?.[0] ?? last
      if (last !== '' && greeting !== last) switches += 1
      last = greeting
      await delay(VISIT_EVERY_MS)
    }
  })()
  return async () => {
    isOver = true
    await ended
    return { failures, switches }
  }
}

test.for(['process', 'docker'] as const)(
  'on the %s engine, kill -9 during updates, rollbacks and a close leaves the desired state and nothing else',
  async (name, context) => {
    if (name === 'docker' && 'skipped' in engine) skipFor(context, engine.skipped)
    const settings: Record<string, string> = { LONGSHORE_ENGINE: name }
    if (!('skipped' in engine)) settings.DOCKER_HOST = engine.host
    const current = await startControlPlane({ settings })
    controlPlane = current
    const token = await current.signIn('ada')
    const api = apiOf(current.url, token)
    const { organizationId, projectId } = await makeProject(current.url, token)
    const create = async (instanceName: string, given: object): Promise<Instance['_id']> => {
      const created = await api.request<{ instance: Instance }>('POST', 'compute-instance/create', {
        organizationId,
        projectId,
        name: instanceName,
        region: 'us-west',
        configuration: given,
      })
      expect(created.status, created.body.message).toBe(200)
      const { _id } = created.body.instance
      await until(async () => (await api.instance(_id)).state === 'Active', SETTLES_MS)
      return _id
    }
    const ferry = await create('ferry', configuration('Tide 1'))
    const store = name === 'docker' ? await create('store', ledger) : undefined
    const host = new URL((await api.instance(ferry)).latestUrlPreview ?? '').host
    await until(async () => (await getThrough(current.port, host)).status === 200, SETTLES_MS)

    const stopVisiting = visiting(current.port, host)
    for (let round = 1; round <= ROUNDS; round += 1) {
      if (round % 3 === 0) await press(api, 'POST', `compute-instance/${ferry}/rollback`, { deploymentNumber: 1 })
      else
        await press(api, 'PATCH', `compute-instance/${ferry}/update`, { configuration: configuration(`Tide ${round}`) })
      if (store) await press(api, 'POST', `cluster-instance/${store}/restart`, {})
      await crash(current, MAX_DELAY_BEFORE_KILL_MS)
    }

    for (const [id, count] of store
      ? ([
          [ferry, 3],
          [store, 1],
        ] as const)
      : ([[ferry, 3]] as const)) {
      const settled = await until(async () => {
        const instance = await api.instance(id)
        const { workloads, doubled, serving } = await leftOfInstance(current, id)
        const isNewest = instance.activeDeployment === instance.desiredDeployment
        return instance.state === 'Active' && isNewest && workloads.length === count && { workloads, doubled, serving }
      }, SETTLES_MS)
      expect(settled).toMatchObject({ doubled: 0, serving: 1 })
      if (name === 'docker')
        await until(
          async () => String((await leftOnEngine(engine, { instance: id })).containers) === String(settled.workloads),
          SETTLES_MS,
        )
    }
    const { failures, switches } = await stopVisiting()
    expect(failures).toEqual([])
    // Two deployments never serve side by side: each one takes over once at most.
    expect(switches).toBeLessThanOrEqual(ROUNDS)

    await press(api, 'PATCH', `compute-instance/${ferry}/update`, { configuration: configuration('Last tide') })
    await press(api, 'POST', `compute-instance/${ferry}/close`, { organizationId })
    await crash(current, MAX_DELAY_BEFORE_KILL_MS)
    await until(async () => (await api.instance(ferry)).state === 'Closed', SETTLES_MS)
    expect(await leftOfInstance(current, ferry)).toMatchObject({ workloads: [], serving: 0 })
    await expect.poll(() => leftOnEngine(engine, { instance: ferry }), { timeout: SETTLES_MS }).toEqual(nothing)
    if (!store) return

    await api.request('DELETE', `compute-instance/${store}`)
    await crash(current, MAX_DELAY_BEFORE_KILL_MS)
    await until(async () => (await api.request('GET', `compute-instance/${store}`)).status === 404, SETTLES_MS)
    const { body } = await api.request<{ volumes: { _id: string }[] }>('GET', `compute-project/${projectId}/volumes`)
    expect(body.volumes).toHaveLength(1)
    for (const { _id } of body.volumes) await press(api, 'DELETE', `volume/${_id}`, undefined)
    const installation = await installationOf(current)
    await expect.poll(() => leftOnEngine(engine, { installation }), { timeout: SETTLES_MS }).toEqual(nothing)
  },
)
