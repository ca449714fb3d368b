import { afterAll, beforeAll, expect, test } from 'vitest'
import { knownResources } from '../../server/compute/reconcile/networks/known-resources.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'

let harness: ComputeHarness
beforeAll(async () => {
  harness = await computeHarness()
})
afterAll(() => harness.close())

test('an engine without networks refuses a project network at its field', async () => {
  const { organizationId, projectId } = harness
  const service = {
    name: 'web',
    image: 'longshore/clock:1',
    cpuMilli: 100,
    memoryBytes: 2 ** 27,
    storageBytes: 2 ** 29,
  }
  const made = harness.call('createInstance', {
    organizationId,
    projectId,
    name: 'Ferry',
    region: 'us-west',
    configuration: { projectNetwork: true, services: [service] },
  })
  await expect(made).rejects.toMatchObject({ code: 'invalid', fields: [{ field: 'configuration.projectNetwork' }] })
  const { regions } = await harness.call('readRegions', {})
  expect(regions[0]?.supportedSettings).not.toContain('projectNetwork')
})

test('the network of a project is known while an open deployment is in it, and a leftover afterwards', async () => {
  const { _id } = await harness.deploy()
  const known = async () => [...(await knownResources(harness.store.db, harness.engine)).networkIds]
  expect(await known()).toEqual([])
  await harness.store.pool.query(
    `update deployment set configuration = jsonb_set(configuration, '{projectNetwork}', 'true') where instance_id = $1`,
    [_id],
  )
  expect(await known()).toEqual([`project-${harness.projectId}`])
  await harness.store.pool.query('update deployment set ended_at = now() where instance_id = $1', [_id])
  expect(await known()).toEqual([])
})
