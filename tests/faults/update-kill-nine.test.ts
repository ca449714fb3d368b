import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeProject } from '../../bench/support/control-plane.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { dockerAt, startContainerEngine, type TestContainerEngine } from '../container-engine.ts'
import { withStoreOf } from '../e2e/fixtures/store-of.ts'
import { isLongRun } from '../long-runs.ts'
import { until } from '../server/until.ts'
import { type Api, apiOf } from './support/api.ts'
import { type ControlPlane, startControlPlane } from './support/control-plane.ts'
import { skipFor } from './support/skip-for.ts'
import { stopWithWorkloads } from './support/stop-with-workloads.ts'

const ROUNDS = isLongRun ? 30 : 5
const MAX_DELAY_BEFORE_KILL_MS = 1500
const SETTLES_MS = 90_000

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

const size = { cpuMilli: 100, memoryBytes: 128 * 1024 ** 2, storageBytes: 512 * 1024 ** 2, stopGraceMs: 500 }
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

/** Repeats a call with one idempotency key until the control plane is up again and has answered it. */
async function press(api: Api, method: string, path: string, body: unknown): Promise<void> {
  const key = crypto.randomUUID()
  await until(async () => {
    const response = await api.request(method, path, body, key).catch(() => undefined)
    if (!response || response.status >= 500 || response.body.error === 'stillRunning') return false
    expect(response.status, response.body.message).toBeLessThan(400)
    return true
  }, SETTLES_MS)
}

interface Left {
  workloads: string[]
  doubled: number
  serving: number
}

/** What the rows of an instance say that runs. */
const left = async (of: ControlPlane, id: string): Promise<Left> => {
  let found: Left = { workloads: [], doubled: 0, serving: 0 }
  await withStoreOf(of, async ({ pool }) => {
    const { rows } = await pool.query<{ workload: string; place: string }>(
      `select workload_id as workload, service || index as place from replica where instance_id = $1 and removed_at is null`,
      [id],
    )
    const serving = await pool.query(
      'select 1 from deployment where instance_id = $1 and active_since is not null and ended_at is null',
      [id],
    )
    found = {
      workloads: rows.map(({ workload }) => workload).toSorted(),
      doubled: rows.length - new Set(rows.map(({ place }) => place)).size,
      serving: serving.rows.length,
    }
  })
  return found
}

const containersOf = async (id: string): Promise<string[]> => {
  if ('skipped' in engine) return []
  const all = await dockerAt(engine.host).listContainers({
    all: true,
    filters: { label: [`longshore.label.instance=${id}`] },
  })
  return all.map(({ Labels }) => Labels['longshore.workload'] ?? '').toSorted()
}
const networksOf = async (id: string): Promise<number> => {
  if ('skipped' in engine) return 0
  return (await dockerAt(engine.host).listNetworks()).filter(({ Name }) => Name.includes(`_network_${id}`)).length
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
    const created = await api.request<{ instance: Instance }>('POST', 'compute-instance/create', {
      organizationId,
      projectId,
      name: 'ferry',
      region: 'us-west',
      configuration: configuration('Tide 1'),
    })
    expect(created.status, created.body.message).toBe(200)
    const { _id } = created.body.instance
    await until(async () => (await api.instance(_id)).state === 'Active', SETTLES_MS)

    for (let round = 1; round <= ROUNDS; round += 1) {
      if (round % 3 === 0) await press(api, 'POST', `compute-instance/${_id}/rollback`, { deploymentNumber: 1 })
      else
        await press(api, 'PATCH', `compute-instance/${_id}/update`, { configuration: configuration(`Tide ${round}`) })
      await delay(Math.random() * MAX_DELAY_BEFORE_KILL_MS)
      await current.kill()
      await current.start()
    }

    const settled = await until(async () => {
      const instance = await api.instance(_id)
      const { workloads, doubled, serving } = await left(current, _id)
      const isNewest = instance.activeDeployment === instance.desiredDeployment
      return instance.state === 'Active' && isNewest && workloads.length === 3 && { workloads, doubled, serving }
    }, SETTLES_MS)
    expect(settled).toMatchObject({ doubled: 0, serving: 1 })
    if (name === 'docker')
      await until(async () => String(await containersOf(_id)) === String(settled.workloads), SETTLES_MS)

    await press(api, 'PATCH', `compute-instance/${_id}/update`, { configuration: configuration('Last tide') })
    await press(api, 'POST', `compute-instance/${_id}/close`, { organizationId })
    await delay(Math.random() * MAX_DELAY_BEFORE_KILL_MS)
    await current.kill()
    await current.start()
    await until(async () => (await api.instance(_id)).state === 'Closed', SETTLES_MS)
    expect(await left(current, _id)).toMatchObject({ workloads: [], serving: 0 })
    await until(async () => (await containersOf(_id)).length === 0, SETTLES_MS)
    await until(async () => (await networksOf(_id)) === 0, SETTLES_MS)
  },
)
