import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProcessEngine } from '../../server/engines/process.ts'
import type { InstanceId, OrganizationId, ProjectId } from '../../src/contract/wire/common.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { type EngineWithVolumes, withVolumes } from './engine-with-volumes.ts'
import { until } from './until.ts'
import { workloadOf } from './workload-of.ts'

const folder = mkdtempSync(join(tmpdir(), 'longshore-copies-'))
const regionFile = join(folder, 'regions.json')
const SECRET = 'a-value-that-never-leaves-the-server'

let data: EngineWithVolumes
let harness: ComputeHarness
let other: ProjectId
beforeAll(async () => {
  writeFileSync(regionFile, JSON.stringify([{ name: 'us-west', title: 'US West', storage: { beta2: 20 } }]))
  data = withVolumes(createProcessEngine({ dataFolder: folder }))
  harness = await computeHarness({ engine: data.engine, environment: { LONGSHORE_REGIONS: regionFile } })
  other = (await harness.call('createProject', { organizationId: harness.organizationId, name: 'Other' }))._id
})
afterAll(async () => {
  await harness?.close()
  await data.engine.close()
  rmSync(folder, { recursive: true, force: true })
})

const volume = (name: string) => ({ name, class: 'beta2' as const, sizeBytes: 2 ** 30, mountPath: `/${name}` })
const app = {
  name: 'app',
  image: 'longshore/hello:1',
  cpuMilli: 100,
  memoryBytes: 2 ** 27,
  storageBytes: 2 ** 29,
  ports: [{ containerPort: 8080 }],
  environment: [{ name: 'GREETING', value: SECRET, isSecret: true }],
}
const deploy = async (more: object = {}): Promise<InstanceId> => {
  const { organizationId, projectId } = harness
  const given = { organizationId, projectId, name: 'Ferry', region: 'us-west' }
  const configuration = { services: [{ ...app, ...more }] }
  const { instance } = await harness.call('createInstance', { ...given, configuration })
  await harness.inState(instance._id, 'Active')
  return instance._id
}
const volumesOf = async (id: ProjectId) =>
  (await harness.call('readProjectVolumes', { id })).volumes.map(({ name, sizeBytes, attachment }) => ({
    name,
    sizeBytes,
    instanceId: attachment?.instanceId,
  }))
const outsider = '00000000-0000-4000-8000-000000000000'
const usage = async (id: InstanceId) => {
  const { rows } = await harness.store.pool.query<{ subject: string; project: string; reason: string | null }>(
    `select subject, project_id as project, end_reason as reason from usage_interval
     where instance_id = $1 or subject_id in (select id from volume where instance_id = $1) order by ended_at is null, subject`,
    [id],
  )
  return rows
}

test('a copy runs what its original runs, with its secrets and new volumes', async () => {
  const id = await deploy({ volumes: [volume('data')] })
  // A failed update is not what runs.
  await harness.call('updateInstance', { id, configuration: { services: [{ ...app, image: 'unknown/nothing:1' }] } })
  await until(async () => (await harness.instance(id)).deployments[0]?.status === 'Failed', 20_000)
  const made = await harness.call('duplicateInstance', { id, projectId: harness.projectId, name: 'Ferry copy' })
  expect(made.instance).toMatchObject({ name: 'Ferry copy', image: app.image, computeProject: harness.projectId })
  const copy = await harness.inState(made.computeInstanceId, 'Active')
  const port = copy.ports[0]?.hostPort
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain(SECRET)
  expect(JSON.stringify([made, copy, await harness.events()])).not.toContain(SECRET)
  expect(await volumesOf(harness.projectId)).toEqual([
    { name: 'data', sizeBytes: 2 ** 30, instanceId: id },
    { name: 'data-2', sizeBytes: 2 ** 30, instanceId: copy._id },
  ])
  // Equal values of two instances have different digests.
  const [own, theirs] = await Promise.all(
    [id, copy._id].map(async (each) => (await harness.call('readDeployments', { id: each })).deployments.at(-1)),
  )
  const digest = (details: typeof own) => details?.configuration?.services[0]?.environment[0]?.digest
  expect(digest(own)).not.toBe(digest(theirs))
  const { events } = await harness.call('readInstanceEvents', { id: copy._id, skip: 0, limit: 100 })
  expect(events.find(({ kind }) => kind === 'instanceCreated')?.data).toEqual({ copyOf: id })
})

test('copies and moves need an instance and a project of one organisation', async () => {
  const id = await deploy({ name: 'small' })
  const call = (projectId: string, of: string = id) => ({ id: of as InstanceId, projectId: projectId as ProjectId })
  for (const input of [call(outsider), call(other, outsider)]) {
    await expect(harness.call('duplicateInstance', { ...input, name: 'x' })).rejects.toMatchObject({ code: 'notFound' })
    await expect(harness.call('moveInstance', input)).rejects.toMatchObject({ code: 'notFound' })
  }
  const theirs = { organizationId: outsider as OrganizationId, role: 'owner', permissions: [] } as const
  const move = harness.call('moveInstance', call(other), { scope: theirs } as never)
  await expect(move).rejects.toMatchObject({ code: 'notFound' })
  await harness.call('deleteInstance', { id })
  await expect(harness.call('duplicateInstance', { ...call(other), name: 'x' })).rejects.toMatchObject({
    code: expect.stringMatching(/instanceEnding|notFound/),
  })
})

test('an instance moves while it runs: its link stays, volumes and usage follow, and both projects are told', async () => {
  const id = await deploy({ volumes: [volume('ledger')] })
  const before = await harness.instance(id)
  const workload = await workloadOf(harness.store, { _id: id })
  const { instance } = await harness.call('moveInstance', { id, projectId: other })
  expect(instance).toMatchObject({
    computeProject: other,
    state: 'Active',
    latestUrlPreview: before.latestUrlPreview,
    ports: before.ports,
  })
  expect(await workloadOf(harness.store, { _id: id })).toBe(workload)
  expect(await volumesOf(other)).toEqual([{ name: 'ledger', sizeBytes: 2 ** 30, instanceId: id }])
  expect((await usage(id)).map(({ subject, project, reason }) => `${subject} ${project === other} ${reason}`)).toEqual([
    'replica false moved',
    'volume false moved',
    'replica true null',
    'volume true null',
  ])
  const events = (await harness.events()).slice(-4)
  expect(events.filter(({ kind }) => kind === 'projectChanged')).toHaveLength(2)
  expect(events.at(-1)).toMatchObject({ kind: 'instanceChanged', id, changes: { computeProject: other } })
  // A further deployment finds its volume in the other project.
  await harness.call('restartInstance', { id })
  await until(async () => (await harness.instance(id)).deployments[0]?.status === 'Deployed', 25_000)
  expect(await volumesOf(other)).toHaveLength(1)
  // Moving it where it is changes nothing.
  const usageBefore = await usage(id)
  await harness.call('moveInstance', { id, projectId: other })
  expect(await usage(id)).toEqual(usageBefore)
})

test('a volume of the same name in the other project blocks a move and says so, and of several instances only that one [P2.27]', async () => {
  const id = await deploy({ volumes: [volume('ledger')] })
  await expect(harness.call('moveInstance', { id, projectId: other })).rejects.toMatchObject({
    code: 'volumeInUse',
    message: expect.stringContaining('Other has a volume ledger already'),
  })
  const { organizationId } = harness
  const free = await deploy({})
  const unknown = '00000000-0000-4000-8000-000000000000' as typeof free
  const instanceIds = [id, unknown, free]
  const { results } = await harness.call('moveInstances', { organizationId, projectId: other, instanceIds })
  expect(results.map(({ instanceId, ok, error }) => [instanceId, ok, error?.error])).toEqual([
    [id, false, 'volumeInUse'],
    [unknown, false, 'notFound'],
    [free, true, undefined],
  ])
  expect((await harness.instance(free)).computeProject).toBe(other)
  expect((await harness.instance(id)).computeProject).toBe(harness.projectId)
})
