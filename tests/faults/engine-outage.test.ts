import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { deploy, makeProject, settled } from '../../bench/support/control-plane.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { dockerAt } from '../container-engine.ts'
import { type PrivateDockerd, startPrivateDockerd } from '../engines/bootstrap/private-dockerd.ts'
import { installMissingPackages } from '../required-programs.ts'
import { until } from '../server/until.ts'
import { type Api, apiOf } from './support/api.ts'
import { type ControlPlane, startControlPlane } from './support/control-plane.ts'
import { skipFor } from './support/skip-for.ts'
import { statesOf, watchTopic } from './support/watcher.ts'

const reason =
  process.getuid?.() === 0
    ? installMissingPackages()
    : 'only root can start and kill a private engine: run the tests as root'
const RECOVERY_MS = 120_000
const BELIEVED_MS = 20_000

let dockerd: PrivateDockerd
let controlPlane: ControlPlane
let token: string
let api: Api
let isStarted = false

/** All tests use one engine and one control plane; a test that failed may leave them in any state. */
beforeEach(async () => {
  if (reason !== undefined || isStarted) return
  dockerd = await startPrivateDockerd()
  isStarted = true
  controlPlane = await startControlPlane({ settings: { LONGSHORE_ENGINE: 'docker', DOCKER_HOST: dockerd.host } })
  token = await controlPlane.signIn('ada')
  api = apiOf(controlPlane.url, token)
})

const end = async () => {
  if (!isStarted) return
  isStarted = false
  await controlPlane?.end()
  await dockerd.stop()
}
afterEach(({ task }) => (task.result?.state === 'fail' ? end() : undefined))
afterAll(end)

const remove = async (ids: readonly string[]) => {
  for (const id of ids) await api.request('DELETE', `compute-instance/${id}`)
  await expect.poll(running, { timeout: RECOVERY_MS }).toEqual([])
}

const running = async () => {
  const docker = dockerAt(dockerd.host)
  const all = await docker.listContainers({ all: true })
  return all.map(({ Labels, State }) => ({ instance: Labels['longshore.label.instance'], state: State }))
}

const deployTooEarly = (made: { organizationId: string; projectId: string }) =>
  api.request('POST', 'compute-instance/create', {
    organizationId: made.organizationId,
    projectId: made.projectId,
    name: 'too early',
    region: 'us-west',
    image: 'longshore/hello:1',
    machineImageId: 'custom-id',
    // More than any machine has, so that the request never deploys, even when the engine counts as available.
    cpu: 64_000,
    memory: 549_755_813_888,
    storage: 1_099_511_627_776,
  })

test('after the engine is killed and restarted, active instances run once each, and an instance closed meanwhile is closed', async (context) => {
  skipFor(context, reason)
  const made = await makeProject(controlPlane.url, token)
  const watcher = await watchTopic(controlPlane.url, token, `organization/${made.organizationId}`)
  const server = await deploy(controlPlane.url, token, made)
  const worker = await deploy(controlPlane.url, token, made, 'longshore/clock:1', [])
  const leaving = await deploy(controlPlane.url, token, made, 'longshore/clock:1', [])
  for (const { _id } of [server, worker, leaving]) await settled(controlPlane.url, token, _id, 'Active')
  // The engine is killed in the middle of this deploy.
  const patient = await create(made, { ...service('Patient'), replicas: 1, command: servesFromSecondStart })
  await untilStarted(patient._id, { containers: 4 })

  await dockerd.kill()

  const ready = await until(async () => {
    const response = await fetch(`${controlPlane.url}/api/ready`)
    return response.status === 503 && (await response.json())
  })
  expect(ready).toMatchObject({
    ready: false,
    components: {
      database: { ok: true },
      engine: {
        ok: false,
        message: expect.stringMatching(/engine is not responding\. Check that Docker or Podman is running/),
      },
    },
  })
  const reported = await until(async () => {
    const instance = await api.instance(server._id)
    return instance.progressMessage !== '' && instance
  })
  expect(reported).toMatchObject({
    state: 'Active',
    progressMessage: expect.stringMatching(/engine is not responding/),
  })

  const closing = await api.request('POST', `compute-instance/${leaving._id}/close`, {
    organizationId: made.organizationId,
  })
  expect(closing.status).toBe(200)
  // The last known state of the engine stays valid for a moment.
  await until(async () => (await deployTooEarly(made)).status === 503, BELIEVED_MS)
  expect(await deployTooEarly(made)).toMatchObject({
    status: 503,
    body: { error: 'engineUnavailable', message: expect.stringMatching(/Check that Docker or Podman is running/) },
  })

  await dockerd.restart()

  for (const { _id } of [server, worker, patient]) {
    await expect
      .poll(() => api.instance(_id), { timeout: RECOVERY_MS, interval: 200 })
      .toMatchObject({ state: 'Active', progressMessage: '' })
  }
  await settled(controlPlane.url, token, leaving._id, 'Closed')
  await expect
    .poll(async () => (await running()).toSorted(byInstance), { timeout: RECOVERY_MS })
    .toEqual([server, worker, patient].map(({ _id }) => ({ instance: _id, state: 'running' })).toSorted(byInstance))
  const { ports } = await api.instance(server._id)
  expect((await fetch(`http://127.0.0.1:${ports[0]?.hostPort}/health`)).status).toBe(200)
  expect(statesOf(watcher, server._id)).toEqual(['Starting', 'Active', 'Starting', 'Active'])
  expect(statesOf(watcher, leaving._id)).toEqual(['Starting', 'Active', 'Closed'])
  expect(watcher.errors).toEqual([])
  expect((await fetch(`${controlPlane.url}/api/ready`)).status).toBe(200)
  watcher.close()
  await remove([server, worker, leaving, patient].map(({ _id }) => _id))
})

/**
 * Serves when it is started for the second time, which is after the outage, so that a deploy is in the middle when the
 * engine is killed. Its networks are not: killed while it changes those, dockerd itself breaks now and then.
 */
const servesFromSecondStart = [
  'node',
  '--eval',
  `const { existsSync, writeFileSync } = require('node:fs')
  if (existsSync('started')) import('/app/program.mjs')
  else writeFileSync('started', ''), setInterval(() => {}, 1000)`,
]

/** Resolves when all containers run, and those of the newest deployment do not serve yet. */
async function untilStarted(_id: Instance['_id'], { containers }: { containers: number }): Promise<void> {
  await until(async () => {
    const all = await running()
    const [newest] = (await api.instance(_id)).deployments
    return (
      newest?.status === 'PROVISIONED' && all.length === containers && all.every(({ state }) => state === 'running')
    )
  }, RECOVERY_MS)
}

async function create(
  made: { organizationId: string; projectId: string },
  only: ReturnType<typeof service>,
): Promise<Instance> {
  const created = await api.request<{ instance: Instance }>('POST', 'compute-instance/create', {
    organizationId: made.organizationId,
    projectId: made.projectId,
    name: 'ferry',
    region: 'us-west',
    configuration: { services: [only] },
  })
  return created.body.instance
}

const service = (greeting: string) => ({
  name: 'web',
  image: 'longshore/hello:1',
  cpuMilli: 100,
  memoryBytes: 128 * 1024 ** 2,
  storageBytes: 512 * 1024 ** 2,
  replicas: 2,
  stopGraceMs: 500,
  ports: [{ containerPort: 8080 }],
  environment: [{ name: 'GREETING', value: greeting }],
  command: null as string[] | null,
})

/** Deploys an instance, and kills the engine once the containers of its next deployment run and the old ones serve. */
async function killDuringUpdate(): Promise<Instance['_id']> {
  const { _id } = await create(await makeProject(controlPlane.url, token), service('Old tide'))
  await settled(controlPlane.url, token, _id, 'Active')
  const configuration = { services: [{ ...service('New tide'), command: servesFromSecondStart }] }
  expect((await api.request('PATCH', `compute-instance/${_id}/update`, { configuration })).status).toBe(200)
  await untilStarted(_id, { containers: 4 })
  await dockerd.kill()
  return _id
}

/** Resolves once the update is done: one revision, each replica once. */
async function expectUpdated(_id: Instance['_id']): Promise<void> {
  const updated = await until(async () => {
    const instance = await api.instance(_id)
    const isNewest = instance.activeDeployment === instance.desiredDeployment
    return instance.state === 'Active' && instance.status === 'Deployed' && isNewest && instance
  }, RECOVERY_MS)
  expect(updated.deployments.map(({ number, status }) => [number, status])).toEqual([
    [2, 'Deployed'],
    [1, 'Deprecated'],
  ])
  await expect.poll(running, { timeout: RECOVERY_MS }).toEqual([1, 2].map(() => ({ instance: _id, state: 'running' })))
  await expect
    .poll(async () => (await fetch(`http://127.0.0.1:${(await api.instance(_id)).ports[0]?.hostPort}/`)).text(), {
      timeout: RECOVERY_MS,
    })
    .toContain('New tide')
  await remove([_id])
}

test('an engine that is killed in the middle of an update is updated when it is back: one revision, each replica once', async (context) => {
  skipFor(context, reason)
  const _id = await killDuringUpdate()
  await until(async () => (await fetch(`${controlPlane.url}/api/ready`)).status === 503)
  await dockerd.restart()
  await expectUpdated(_id)
})

test('an instance whose engine is gone in the middle of an update is Deprecated-Provider, and is updated when it is back [P4.3]', async (context) => {
  skipFor(context, reason)
  const _id = await killDuringUpdate()
  // The operator makes another engine the default one, and the region of the first one names it still.
  const regions = join(controlPlane.dataFolder, 'regions.json')
  writeFileSync(regions, JSON.stringify([{ name: 'us-west', title: 'US West', engine: 'docker' }]))
  await controlPlane.stop()
  await controlPlane.start({ LONGSHORE_ENGINE: 'process', LONGSHORE_REGIONS: regions })
  const gone = await until(async () => {
    const instance = await api.instance(_id)
    return instance.status === 'Deprecated-Provider' && instance
  }, RECOVERY_MS)
  expect(gone.error?.message).toContain('Another engine answers in the region')

  await controlPlane.stop()
  await dockerd.restart()
  await controlPlane.start({ LONGSHORE_REGIONS: regions })
  await expectUpdated(_id)
})

const byInstance = (a: { instance?: string | undefined }, b: { instance?: string | undefined }) =>
  String(a.instance).localeCompare(String(b.instance))
