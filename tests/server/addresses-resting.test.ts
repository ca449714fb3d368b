import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockAllocation, takeAddress } from '../../server/compute/addresses/pool/take-address.ts'
import { organizations, projects } from '../../server/store/schema.ts'
import type { OrganizationId, ProjectId } from '../../src/contract/wire/common.ts'
import { type AddressesHarness, addressesHarness } from './addresses-harness.ts'

const MINUTE_MS = 60_000
const pool = ['127.20.9.8/31']
const region = { name: 'us-west', title: 'US West', addressPool: pool }

let harness: AddressesHarness
let outsider: { organizationId: OrganizationId; projectId: ProjectId }
beforeAll(async () => {
  harness = await addressesHarness(pool)
  const id = () => randomUUID() as OrganizationId
  const { db } = harness.store
  const values = { name: 'Quay', username: 'quay', siteId: id(), computeId: id(), storageId: id() }
  const [organization] = await db.insert(organizations).values(values).returning()
  if (!organization) throw new Error('no organisation')
  const [project] = await db.insert(projects).values({ organizationId: organization.id, name: 'Other' }).returning()
  if (!project) throw new Error('no project')
  outsider = { organizationId: organization.id, projectId: project.id }
})
afterAll(() => harness.close())

const lease = async (name: string) =>
  (await harness.call('leaseAddress', { id: harness.projectId, name, region: 'us-west' })).address
const release = ({ _id: id }: Awaited<ReturnType<typeof lease>>) => harness.call('releaseAddress', { id })
const takeFor = (of: typeof outsider, name: string, laterMs: number): Promise<string> =>
  harness.store.db.transaction(async (tx) => {
    await lockAllocation(tx)
    const values = { ...of, type: 'static' as const, name, dailyPriceMicros: 0 }
    return (await takeAddress(tx, region, values, new Date(Date.now() + laterMs))).ip
  })

const available = async (ipsRequested: number, organizationId?: OrganizationId) => {
  const input = { ipsRequested, availableCheck: true, region: 'us-west', ...(organizationId && { organizationId }) }
  return (await harness.call('readPrice', input)).available
}

test('only addresses that can be leased now count as available: those that rest do so for their organisation [P4.14]', async () => {
  expect(await available(2)).toBe('AVAILABLE')
  const held = await lease('held')
  expect(await available(2, harness.organizationId)).toBe('NOT_AVAILABLE')
  await release(held)
  expect(await available(2, harness.organizationId)).toBe('AVAILABLE')
  expect(await available(2)).toBe('NOT_AVAILABLE')
  // The caller is no member of it.
  expect(await available(2, outsider.organizationId)).toBe('NOT_AVAILABLE')
  expect(await available(1)).toBe('AVAILABLE')
})

test('a released address rests for ten minutes before another organisation gets it, and not for its own', async () => {
  const [one, two] = [await lease('one'), await lease('two')]
  await release(one)
  await expect(takeFor(outsider, 'early', 9 * MINUTE_MS)).rejects.toMatchObject({ code: 'noFreeAddress' })
  const again = await lease('again')
  expect(again.ip).toBe(one.ip)
  await release(again)
  await release(two)
  expect(await takeFor(outsider, 'late', 11 * MINUTE_MS)).toMatch(/^127[.]20[.]9[.]/)
  // What has rested is forgotten.
  const { rows } = await harness.store.pool.query('select ip from released_address')
  expect(rows).toEqual([])
})

test('the addresses of a deleted organisation rest too', async () => {
  const { ip } = await lease('last')
  await harness.compute.removeInstancesOf(harness.organizationId)
  const { rows } = await harness.store.pool.query('select ip from released_address')
  expect(rows).toEqual([{ ip }])
  await expect(takeFor(outsider, 'second', MINUTE_MS)).rejects.toMatchObject({ code: 'noFreeAddress' })
})
