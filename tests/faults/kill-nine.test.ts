import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeProject } from '../../bench/support/control-plane.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { dockerAt, startContainerEngine, type TestContainerEngine } from '../container-engine.ts'
import { isLongRun } from '../long-runs.ts'
import { until } from '../server/until.ts'
import { type Api, apiOf } from './support/api.ts'
import { type ControlPlane, startControlPlane } from './support/control-plane.ts'
import { stopWithWorkloads } from './support/stop-with-workloads.ts'
import { watchTopic } from './support/watcher.ts'

const ROUNDS = isLongRun ? 50 : 6
const MAX_DELAY_BEFORE_KILL_MS = 700
const MAX_PENDING = 4
/** Few in a short run, so that instances are closed and deleted in it too. */
const MAX_RUNNING = isLongRun ? 6 : 2
const SETTLES_MS = 90_000
const TEST_MS = 900_000

let engine: TestContainerEngine
let controlPlane: ControlPlane
let api: Api
let token: string

beforeAll(async () => {
  engine = await startContainerEngine()
})

beforeEach(async () => {
  const settings =
    'skipped' in engine ? { LONGSHORE_ENGINE: 'process' } : { LONGSHORE_ENGINE: 'docker', DOCKER_HOST: engine.host }
  controlPlane = await startControlPlane({ settings })
  token = await controlPlane.signIn('ada')
  api = apiOf(controlPlane.url, token)
})

afterEach(() => controlPlane && stopWithWorkloads(controlPlane, engine))

afterAll(async () => {
  if (engine && 'stop' in engine) await engine.stop()
})

type DesiredState = 'active' | 'closed' | 'deleted'

/** Returns the instances of the workloads that the engine itself holds. */
async function workloads(deployed: ReadonlyMap<string, DesiredState>): Promise<string[]> {
  if ('skipped' in engine) {
    const folder = join(controlPlane.dataFolder, 'workloads')
    return readdirSync(folder).map(
      (id) => JSON.parse(readFileSync(join(folder, id, 'spec.json'), 'utf8')).labels.instance,
    )
  }
  const docker = dockerAt(engine.host)
  const all = await docker.listContainers({ all: true })
  return all.flatMap(({ Labels }) => {
    const instance = Labels['longshore.label.instance'] ?? ''
    return deployed.has(instance) ? [instance] : []
  })
}

class RequestRejected extends Error {}

/** Repeats a call until it gets a response, as a console would, always with the same idempotency key. */
async function press<T>(method: string, path: string, body?: unknown): Promise<T> {
  // Bound to this attempt: calls still pending after a failed attempt must not reach the control plane of the next one.
  const { request } = api
  const key = crypto.randomUUID()
  for (;;) {
    try {
      const { status, body: response } = await request<T>(method, path, body, key)
      // A missing instance was deleted by an earlier request whose response was lost.
      if (status < 400 || response.error === 'notFound') return response
      // The killed process may have been running this very request; its claim on the idempotency key expires.
      if (status < 500 && response.error !== 'stillRunning')
        throw new RequestRejected(`${method} ${path}: ${response.message}`)
    } catch (error) {
      // Any other error means that the control plane is down at the moment.
      if (error instanceof RequestRejected) throw error
    }
    await delay(50)
  }
}

test(
  `after kill -9 at ${ROUNDS} moments every instance is in its desired state, and nothing is left over, duplicated or pending`,
  async () => {
    const made = await makeProject(controlPlane.url, token)
    const watcher = await watchTopic(controlPlane.url, token, `organization/${made.organizationId}`)
    const deployed = new Map<string, DesiredState>()
    let created = 0

    const deploy = async (number: number) => {
      created += 1
      const response = await press<{ instance: Instance }>('POST', 'compute-instance/create', {
        organizationId: made.organizationId,
        projectId: made.projectId,
        name: `kill ${number}`,
        region: 'us-west',
        image: 'longshore/clock:1',
        machineImageId: 'nano',
      })
      deployed.set(response.instance._id, 'active')
    }
    const end = async (desiredState: 'closed' | 'deleted') => {
      const left = [...deployed].filter(
        ([, desired]) => desired === 'active' || (desiredState === 'deleted' && desired === 'closed'),
      )
      const [id] = left[Math.floor(Math.random() * left.length)] ?? []
      if (!id) return
      deployed.set(id, desiredState)
      if (desiredState === 'deleted') await press('DELETE', `compute-instance/${id}`)
      else await press('POST', `compute-instance/${id}/close`, { organizationId: made.organizationId })
    }

    const pending = new Set<Promise<void>>()
    const track = (pressed: Promise<void>) => {
      const tracked = pressed.finally(() => pending.delete(tracked))
      pending.add(tracked)
    }
    for (let round = 1; round <= ROUNDS; round += 1) {
      const desired = [...deployed.values()].filter((desiredState) => desiredState === 'active').length
      if (pending.size < MAX_PENDING) {
        if (desired + pending.size < MAX_RUNNING) track(deploy(round))
        else track(end(round % 2 === 0 ? 'closed' : 'deleted'))
      }
      await delay(Math.random() * MAX_DELAY_BEFORE_KILL_MS)
      await controlPlane.kill()
      await controlPlane.start()
    }
    await Promise.all(pending)
    if ([...deployed.values()].every((desired) => desired === 'active')) await end('closed')

    const expected = [...deployed].filter(([, desiredState]) => desiredState !== 'deleted')
    const settled = await until(async () => {
      const listed = await press<{ instances: Instance[]; totalCount: number }>(
        'GET',
        `compute-project/${made.projectId}/instances?limit=200`,
      )
      const isSettled = listed.instances.every(({ state, desiredState }) =>
        desiredState === 'active' ? state === 'Active' : state === 'Closed',
      )
      return isSettled && listed.totalCount === expected.length && listed.instances
    }, SETTLES_MS)
    expect(deployed.size).toBe(created)
    expect([...deployed.values()].filter((desiredState) => desiredState !== 'active').length).toBeGreaterThan(0)
    expect(new Map(settled.map(({ _id, desiredState }) => [_id, desiredState]))).toEqual(new Map(expected))

    const running = settled.flatMap(({ _id, desiredState }) => (desiredState === 'active' ? [_id] : []))
    await until(async () => (await workloads(deployed)).length === running.length, SETTLES_MS)
    expect((await workloads(deployed)).toSorted()).toEqual(running.toSorted())

    const last = await press<{ _id: string }>('POST', 'compute-project/create', {
      organizationId: made.organizationId,
      name: 'last',
    })
    await until(async () =>
      watcher.packets.some(({ event }) => event?.kind === 'projectCreated' && event.row._id === last._id),
    )
    expect(watcher.errors).toEqual([])
    const removed = watcher.packets.flatMap(({ event }) => (event?.kind === 'instanceRemoved' ? [event.id] : []))
    expect(removed.toSorted()).toEqual(
      [...deployed].flatMap(([id, desiredState]) => (desiredState === 'deleted' ? [id] : [])).toSorted(),
    )
    watcher.close()
  },
  TEST_MS,
)
