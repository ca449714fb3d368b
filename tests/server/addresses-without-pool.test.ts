import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AddressesHarness, addressesHarness } from './addresses-harness.ts'

let harness: AddressesHarness
beforeAll(async () => {
  harness = await addressesHarness([])
})
afterAll(() => harness.close())

test('a region without a pool rejects addresses at their field, and says so beforehand [P3.2] [P4.14]', async () => {
  for (const ipLease of ['dedicated-ip', 'static'] as const)
    await expect(harness.lease({ ipLease })).rejects.toMatchObject({
      code: 'invalid',
      fields: [
        {
          field: 'configuration.services.0.ipLease',
          message: 'An IP address of its own is not available in this region.',
        },
      ],
    })
  const { regions } = await harness.call('readRegions', {})
  expect(regions[0]).toMatchObject({ ip_supported: false })
  expect(regions[0]?.supportedSettings).not.toContain('addresses')
  const price = { ipsRequested: 1, availableCheck: true, region: 'us-west' }
  expect((await harness.call('readPrice', price)).available).toBe('NOT_AVAILABLE')
  await expect(
    harness.call('leaseAddress', { id: harness.projectId, name: 'door', region: 'us-west' }),
  ).rejects.toMatchObject({ fields: [{ field: 'region' }] })
})
