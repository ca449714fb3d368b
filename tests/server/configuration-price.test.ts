import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressPrice } from '../../server/compute/addresses/rows/lease-address.ts'
import { pricedPartsFrom } from '../../server/compute/catalogue/price-of-resources.ts'
import {
  configurationColumns,
  replicaPrice,
} from '../../server/compute/deployments/configuration/configuration-columns.ts'
import { volumePrice } from '../../server/compute/volumes/rows/volume-price.ts'
import type { StoredConfiguration } from '../../src/contract/wire/instance/instance-configuration.ts'
import { requestedTotals } from '../../src/instances/wizard/requested-totals.ts'
import { totalsOf } from '../../src/instances/wizard/service-totals.ts'
import { dailyPriceOfParts } from '../../src/rules/pricing/priced-parts.ts'

const GIB = 1_073_741_824
const micros = fc.integer({ min: 0, max: 1_000_000_000 })
const unitPrice = fc.record({
  region: fc.constant('us-west'),
  scalingMode: fc.constant('NO_SCALING' as const),
  cpu: micros,
  memory: micros,
  hdEphemeral: micros,
  persistentStorageHDD: micros,
  persistentStorageSSD: micros,
  persistentStorageNVME: micros,
  ip: micros,
})
const volume = fc.record({
  class: fc.constantFrom('beta1' as const, 'beta2' as const, 'beta3' as const),
  sizeBytes: fc.integer({ min: 1, max: 100 * GIB }),
})
const service = fc.record({
  cpuMilli: fc.integer({ min: 1, max: 64_000 }),
  memoryBytes: fc.integer({ min: 1, max: 64 * GIB }),
  storageBytes: fc.integer({ min: 1, max: 100 * GIB }),
  replicas: fc.integer({ min: 0, max: 5 }),
  ipLease: fc.constantFrom('shared-ip' as const, 'dedicated-ip' as const, 'static' as const),
  volumes: fc.array(volume, { maxLength: 3 }),
})

test('the quote of any configuration is the sum of what its replicas, volumes and addresses are charged [P7.5] [P9.4]', () => {
  fc.assert(
    fc.property(fc.array(service, { minLength: 1, maxLength: 4 }), unitPrice, (sizes, price) => {
      const services = sizes.map((size) => ({ ...size, image: 'nginx', command: null, environment: [], ports: [] }))
      const configuration = { services } as unknown as StoredConfiguration
      const totals = totalsOf(services, 0)
      const quote = dailyPriceOfParts(
        pricedPartsFrom({ ...requestedTotals(totals), region: 'us-west', availableCheck: false }),
        price,
      )
      const charged = configuration.services.flatMap((one) => [
        replicaPrice(one, price) * one.replicas,
        ...one.volumes.map((each) => volumePrice(each.class, each.sizeBytes, price)),
        one.ipLease === 'shared-ip' ? 0 : addressPrice(price),
      ])
      expect(quote).toBe(charged.reduce((sum, part) => sum + part, 0))
      expect(configurationColumns(configuration, price).dailyPriceMicros).toBe(quote)
    }),
  )
})

test('parts that do not add up to the requested resources are rejected', () => {
  const { parts, ...sums } = requestedTotals(totalsOf([{ ...one, volumes: [] }], 0))
  const input = { ...sums, region: 'us-west', availableCheck: false }
  expect(() => pricedPartsFrom({ ...input, parts: [...parts, ...parts] })).toThrow()
  expect(pricedPartsFrom(input)).toMatchObject([{ count: 1, cpu: 500 }])
})

const one = { cpuMilli: 500, memoryBytes: GIB, storageBytes: GIB, replicas: 1, ipLease: 'shared-ip' as const }

test('a GiB of SSD storage costs a thirtieth of its monthly price a day, alone and in a configuration [P7.9] [P9.4]', () => {
  const price = {
    region: 'us-west',
    scalingMode: 'NO_SCALING' as const,
    ...{ cpu: 9_000_000, memory: 3_200_000, hdEphemeral: 50_000, ip: 3_000_000 },
    ...{ persistentStorageHDD: 40_000, persistentStorageSSD: 100_000, persistentStorageNVME: 160_000 },
  }
  const priceWith = (volumes: { class: 'beta2'; sizeBytes: number }[]) =>
    dailyPriceOfParts(totalsOf([{ ...one, volumes }], 0).parts, price)
  expect(volumePrice('beta2', GIB, price)).toBe(3334)
  expect(priceWith([{ class: 'beta2', sizeBytes: GIB }]) - priceWith([])).toBe(3334)
})
