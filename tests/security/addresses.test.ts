import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { type AddressesHarness, addressesHarness, placeOf, web } from '../server/addresses-harness.ts'
import { type OtherOrganization, otherOrganization } from './support/other-organization.ts'

const QUOTA = 2
const PORT_QUOTA = 4
const RANGE = { from: 30_100, to: 30_109 }

let harness: AddressesHarness
let neighbour: OtherOrganization
beforeAll(async () => {
  harness = await addressesHarness(['127.20.2.16/29'], {
    LONGSHORE_QUOTA_ADDRESSES: String(QUOTA),
    LONGSHORE_QUOTA_PORTS: String(PORT_QUOTA),
    LONGSHORE_SHARED_PORTS: `${RANGE.from}-${RANGE.to}`,
  })
  neighbour = await otherOrganization(harness)
})
afterAll(() => harness.close())

const configuration = (more: object) => ({ services: [{ ...web, ...more }] })
const deployTheirs = (more: object): Promise<Instance> =>
  neighbour.deploy({ image: undefined, machineImageId: undefined, configuration: configuration(more) })

test('the name of another organisation’s address leads to an address of one’s own', async () => {
  const lease = { ipLease: 'static', staticAddress: 'door' } as const
  const own = await harness.lease(lease)
  const place = placeOf(await harness.inState(own, 'Active'))
  const theirs = await harness.inState((await deployTheirs(lease))._id, 'Active')
  expect(placeOf(theirs)?.host).not.toBe(place?.host)
  const { rows } = await harness.store.pool.query(
    `select organization_id, name from address where type = 'static' order by created_at`,
  )
  expect(rows).toEqual([
    { organization_id: harness.organizationId, name: 'door' },
    { organization_id: neighbour.organizationId, name: 'door' },
  ])
  await harness.end(own, 'deleted')
})

test('an organisation holds no more addresses than its quota, whatever it calls for at once', async () => {
  const lease = (name: string) => harness.call('leaseAddress', { id: harness.projectId, name, region: 'us-west' })
  const results = await Promise.allSettled(['a', 'b', 'c', 'd'].map(lease))
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  // One is left from the instance above.
  expect(results.length - failures.length).toBe(QUOTA - 1)
  for (const failure of failures) expect(failure).toMatchObject({ code: 'quotaExceeded' })
  await expect(harness.lease({ ipLease: 'dedicated-ip' })).rejects.toMatchObject({
    code: 'quotaExceeded',
    message: expect.stringMatching(/holds 2 of its 2 IP addresses/),
  })
})

test('creating and deleting takes no shared ports from others, and a released port is given to nobody at once', async () => {
  const used = new Set<number | undefined>()
  for (let each = 0; each < PORT_QUOTA; each += 1) {
    const id = await harness.lease({})
    used.add(placeOf(await harness.instance(id))?.port)
    await harness.end(id, 'deleted')
  }
  expect(used.size).toBe(PORT_QUOTA)
  await expect(harness.lease({})).rejects.toMatchObject({
    code: 'quotaExceeded',
    message: expect.stringMatching(/4 of its 4 ports/),
  })
  // Whether it starts is not the subject: one user started all of these, and may hold few ports of the machine.
  const theirs = placeOf(await harness.instance((await deployTheirs({}))._id))
  expect(theirs?.port).toBeGreaterThanOrEqual(RANGE.from)
  expect(used).not.toContain(theirs?.port)
})
