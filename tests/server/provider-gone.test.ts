import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { regionFile } from '../../server/compute/catalogue/regions/region-settings.ts'
import type { Compute } from '../../server/compute/compute-options.ts'
import { configFrom } from '../../server/config.ts'
import type { Engine } from '../../server/engines/engine.ts'
import { createProcessEngine } from '../../server/engines/process.ts'
import type { InstanceId } from '../../src/contract/wire/common.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { until } from './until.ts'
import { workloadOf } from './workload-of.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'longshore-provider-'))
const folders = [newFolder(), newFolder()] as const
const [first, other] = folders.map((folder, index): Engine => {
  const engine = createProcessEngine({ dataFolder: folder })
  return { ...engine, describe: async (signal) => ({ ...(await engine.describe(signal)), id: `engine ${index}` }) }
}) as [Engine, Engine]

const withRegions = (...names: string[]) => ({
  config: {
    ...configFrom({ LONGSHORE_PUBLIC_URL: 'http://localhost:4600' }, folders[0]),
    regions: v.parse(
      regionFile,
      names.map((name) => ({ name, title: name })),
    ),
  },
})

let harness: ComputeHarness
let running: Compute
beforeAll(async () => {
  harness = await computeHarness({ engine: first, ...withRegions('harbour', 'quay') })
  running = harness.compute
})
afterAll(async () => {
  await harness?.close()
  for (const { id } of await other.list()) await other.remove(id)
  await first.close()
  await other.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Replaces the control plane by one with other regions or another engine. */
async function replaceBy(options: Parameters<ComputeHarness['another']>[0]): Promise<void> {
  await running.stop()
  running = harness.another(options)
  await running.start()
}

const withStatus = (id: InstanceId, status: Instance['status'], state: Instance['state']) =>
  until(async () => {
    const instance = await harness.instance(id)
    return instance.status === status && instance.state === state && instance
  }, 25_000)

const usageOf = async (id: InstanceId) => {
  const { rows } = await harness.store.pool.query<{ reason: string | null }>(
    'select end_reason as reason from usage_interval where instance_id = $1 order by started_at',
    [id],
  )
  return rows.map(({ reason }) => reason)
}

const statusesIn = async (id: InstanceId) => {
  const events = await harness.events()
  const changes = events.flatMap((event) => {
    if (event.kind === 'instanceCreated' && event.row._id === id) return [event.row]
    return event.kind === 'instanceChanged' && event.id === id ? [event.changes] : []
  })
  return {
    states: new Set(changes.map(({ state }) => state)),
    statuses: new Set([
      ...changes.map(({ status }) => status),
      ...changes.flatMap(({ deployments = [] }) => deployments.map(({ status }) => status)),
    ]),
  }
}

test('an instance whose region is removed is Deprecated-Provider, and runs on when the region is back [P4.3]', async () => {
  const { _id: id } = await harness.deploy({ image: 'longshore/clock:1', ports: [], region: 'quay' })
  await harness.inState(id, 'Active')
  const workload = await workloadOf(harness.store, { _id: id })

  await replaceBy(withRegions('harbour'))
  const gone = await withStatus(id, 'Deprecated-Provider', 'Starting')
  expect(gone).toMatchObject({
    error: { code: 'providerGone', message: expect.stringContaining('The region quay is no longer part of') },
    deployments: [{ number: 1, status: 'Deprecated-Provider' }],
  })
  // Nothing is billed, nothing is destroyed, and nothing new is started.
  expect(await usageOf(id)).toEqual(['engineGone'])
  expect((await first.list()).map((each) => each.id)).toContain(workload)
  await expect(harness.callOn(running, 'restartInstance', { id })).rejects.toMatchObject({ code: 'regionDisabled' })

  await replaceBy(withRegions('harbour', 'quay'))
  const back = await withStatus(id, 'Deployed', 'Active')
  expect(back).toMatchObject({ error: null, deployments: [{ number: 1, status: 'Deployed' }] })
  expect(await workloadOf(harness.store, { _id: id })).toBe(workload)
  expect(await usageOf(id)).toEqual(['engineGone', null])
})

test('an instance is not started by another engine that answers in its region, until it is deployed again [P4.3]', async () => {
  const { _id: id } = await harness.deploy({ image: 'longshore/clock:1', ports: [], region: 'harbour' })
  await harness.inState(id, 'Active')
  await replaceBy({ ...withRegions('harbour', 'quay'), engine: other })
  const gone = await withStatus(id, 'Deprecated-Provider', 'Starting')
  expect(gone.error?.message).toContain('Another engine answers')
  expect(await other.list()).toEqual([])

  await harness.callOn(running, 'restartInstance', { id })
  const again = await withStatus(id, 'Deployed', 'Active')
  expect(again.deployments.map(({ number, status }) => [number, status])).toEqual([
    [2, 'Deployed'],
    [1, 'Deprecated'],
  ])
  expect((await other.list()).map((each) => each.id)).toEqual([await workloadOf(harness.store, { _id: id })])
  await replaceBy({ ...withRegions('harbour', 'quay'), engine: first })
  await withStatus(id, 'Deprecated-Provider', 'Starting')
})

test('an instance goes through every state and status [P4.2] [P4.3]', async () => {
  const service = {
    name: 'late',
    image: 'longshore/clock:1',
    cpuMilli: 100,
    memoryBytes: 2 ** 27,
    storageBytes: 2 ** 29,
  }
  const { organizationId, projectId } = harness
  const { instance } = await harness.call('createInstance', {
    organizationId,
    projectId,
    name: 'Ferry',
    region: 'quay',
    configuration: {
      services: [
        { ...service, startAfter: ['early'] },
        { ...service, name: 'early' },
      ],
    },
  })
  const { _id: id } = instance
  await harness.inState(id, 'Active')
  await harness.call('updateInstance', { id, configuration: { services: [{ ...service, image: 'nobody/nothing:1' }] } })
  await until(async () => (await harness.instance(id)).deployments[0]?.status === 'Failed')
  await harness.call('restartInstance', { id })
  await until(async () => (await harness.instance(id)).deployments[2]?.status === 'Deprecated', 25_000)
  await replaceBy(withRegions('harbour'))
  await withStatus(id, 'Deprecated-Provider', 'Starting')
  await harness.callOn(running, 'closeInstance', { id, organizationId })
  await harness.inState(id, 'Closed')
  const { _id: broken } = await harness.deploy({ image: 'nobody/nothing:1', ports: [], region: 'harbour' })
  await harness.inState(broken, 'Failed-start')

  const [seen, failed] = [await statusesIn(id), await statusesIn(broken)]
  expect([...seen.statuses].filter(Boolean).toSorted()).toEqual(
    ['Deployed', 'Deprecated', 'Deprecated-Provider', 'Failed', 'PROVISIONED', 'Pending', 'Queued'].toSorted(),
  )
  expect(new Set([...seen.states, ...failed.states].filter(Boolean))).toEqual(
    new Set(['Starting', 'Active', 'Closed', 'Failed-start']),
  )
})
