import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { hardwareSizes } from '../../server/compute/catalogue/hardware-sizes.ts'
import { planSizes } from '../../server/compute/catalogue/plan-sizes.ts'
import { customPlan, planWire } from '../../server/compute/catalogue/plan-wire.ts'
import { neededFrom, pricedFrom } from '../../server/compute/catalogue/price-of-resources.ts'
import { regionFile } from '../../server/compute/catalogue/regions/region-settings.ts'
import { createRegions } from '../../server/compute/catalogue/regions/regions.ts'
import { soleEngine } from '../../server/engines/engines.ts'
import { fits } from '../../src/rules/plan-fit.ts'
import { dollars, hourlyFromDailyMicros, monthlyFromDailyMicros, topUpThresholdMicros } from '../../src/rules/prices.ts'
import {
  dailyPriceMicros,
  monthlyPriceMicros,
  type PricedResources,
  pricePerBlockMicros,
} from '../../src/rules/pricing/resource-price.ts'

const BLOCKS_PER_DAY = 14_400
const regions = createRegions({
  settings: v.parse(regionFile, [
    { name: 'us-west', title: 'US West' },
    { name: 'dear', title: 'Dear', prices: { cpu: 10.8, memory: 3.84, ephemeralStorage: 0.06 } },
    { name: 'odd', title: 'Odd', prices: { cpu: 8.333333, memory: 0.000001, ip: 0 } },
  ]),
  engines: soleEngine({ name: 'process' }),
  disabledRegions: [],
})
const unitPriceOf = (name: string) => regions.unitPrice(regions.named(name))
const unitPriceList = regions.list.map((region) => regions.unitPrice(region))
const bytes = fc.integer({ min: 0, max: 512 * 1024 ** 3 })
const pricedResources: fc.Arbitrary<PricedResources> = fc.record({
  cpu: fc.integer({ min: 0, max: 64_000 }),
  memory: bytes,
  storageEphemeral: bytes,
  persistentHdd: bytes,
  persistentSsd: bytes,
  persistentNvme: bytes,
  addresses: fc.integer({ min: 0, max: 10 }),
})
const price = fc.constantFrom(...unitPriceList)
const parts = [
  'cpu',
  'memory',
  'storageEphemeral',
  'persistentHdd',
  'persistentSsd',
  'persistentNvme',
  'addresses',
] as const

describe('prices', () => {
  test('are whole micro-dollars, and the blocks of a day cover it [P3.1] [P9.4]', () => {
    fc.assert(
      fc.property(pricedResources, price, (resources, unit) => {
        const daily = dailyPriceMicros(resources, unit)
        expect(Number.isSafeInteger(daily)).toBe(true)
        const blocks = pricePerBlockMicros(resources, unit) * BLOCKS_PER_DAY
        expect(blocks - daily).toBeGreaterThanOrEqual(0)
        expect(blocks - daily).toBeLessThan(BLOCKS_PER_DAY)
        expect(topUpThresholdMicros(daily)).toBe(2 * daily)
      }),
    )
  })

  test('of a day for 30 days never fall below the monthly price, and exceed it by less than a micro-dollar a day [P9.4]', () => {
    fc.assert(
      fc.property(pricedResources, price, (resources, unit) => {
        const monthly = monthlyPriceMicros(resources, unit)
        const charged = monthlyFromDailyMicros(dailyPriceMicros(resources, unit))
        expect(charged).toBeGreaterThanOrEqual(monthly)
        expect(charged - monthly).toBeLessThan(30)
      }),
    )
  })

  test('grow with every requested part, and nothing costs nothing', () => {
    fc.assert(
      fc.property(
        pricedResources,
        price,
        fc.constantFrom(...parts),
        fc.integer({ min: 1, max: 1024 }),
        (resources, unit, part, more) => {
          const larger = { ...resources, [part]: resources[part] + more }
          expect(monthlyPriceMicros(larger, unit)).toBeGreaterThanOrEqual(monthlyPriceMicros(resources, unit))
        },
      ),
    )
    const nothing = Object.fromEntries(parts.map((part) => [part, 0])) as unknown as PricedResources
    for (const unit of unitPriceList) expect(dailyPriceMicros(nothing, unit)).toBe(0)
  })

  test('of two combined never exceed the sum of both alone', () => {
    fc.assert(
      fc.property(pricedResources, pricedResources, price, (one, other, unit) => {
        const both = Object.fromEntries(
          parts.map((part) => [part, one[part] + other[part]]),
        ) as unknown as PricedResources
        expect(monthlyPriceMicros(both, unit)).toBeLessThanOrEqual(
          monthlyPriceMicros(one, unit) + monthlyPriceMicros(other, unit),
        )
      }),
    )
  })

  test('an hour is a 24th of a day, and dollars show 2 or 4 decimals [P9.4]', () => {
    expect(hourlyFromDailyMicros(2_400_000)).toBe(100_000)
    expect(dollars(12_345_678)).toBe('$12.35')
    expect(dollars(12_345_678, 4)).toBe('$12.3457')
  })
})

describe('the price list', () => {
  test('states dollars a month for each unit in US West [P3.3]', () => {
    const { region: _, scalingMode: __, ...micros } = unitPriceOf('us-west')
    expect(Object.fromEntries(Object.entries(micros).map(([part, price]) => [part, price / 1_000_000]))).toEqual({
      cpu: 9,
      memory: 3.2,
      hdEphemeral: 0.05,
      persistentStorageHDD: 0.04,
      persistentStorageSSD: 0.1,
      persistentStorageNVME: 0.16,
      ip: 3,
    })
  })

  test('prices each hardware size by its own part', () => {
    const unit = unitPriceOf('us-west')
    const pricePerUnit = Object.fromEntries(
      hardwareSizes(unit, { storage: {} }).map(({ type, values }) => [
        type,
        values.map(({ value, price = Number.NaN }) => price / value),
      ]),
    )
    const perGib = (price: number) => price / 1024 ** 3
    for (const price of pricePerUnit.cpu ?? []) expect(price).toBeCloseTo(unit.cpu / 1000)
    for (const price of pricePerUnit.memory ?? []) expect(price).toBeCloseTo(perGib(unit.memory), 9)
    for (const price of pricePerUnit.storage ?? []) expect(price).toBeCloseTo(perGib(unit.hdEphemeral), 9)
    expect(Object.values(pricePerUnit).map(({ length }) => length)).toEqual([8, 9, 8])
  })
})

describe('a request for a price', () => {
  const requested = {
    region: 'us-west',
    cpuRequested: 1,
    memoryRequested: 2,
    ephemeralStorageRequested: 3,
    hddPersStorageRequested: 4,
    ssdPersStorageRequested: 5,
    nvmePersStorageRequested: 6,
    ipsRequested: 7,
    availableCheck: true,
  } as Parameters<typeof pricedFrom>[0]

  test('prices every part as what it is', () => {
    expect(pricedFrom(requested)).toEqual({
      cpu: 1,
      memory: 2,
      storageEphemeral: 3,
      persistentHdd: 4,
      persistentSsd: 5,
      persistentNvme: 6,
      addresses: 7,
    })
  })

  test('needs every part in its storage class', () => {
    expect(neededFrom(requested)).toEqual({
      cpu: 1,
      memory: 2,
      storageEphemeral: 3,
      gpu: 0,
      storage: [
        { class: 'beta1', size: 4 },
        { class: 'beta2', size: 5 },
        { class: 'beta3', size: 6 },
      ],
    })
  })
})

describe('plans', () => {
  test('of each region have the price of their size, and a larger plan never costs less [P3.1]', () => {
    for (const unit of unitPriceList) {
      const plans = planSizes.map((size) => planWire(size, unit))
      for (const plan of plans) {
        expect(plan.maxPricePerBlock).toBe(Math.ceil(plan.defaultDailyTopUp / BLOCKS_PER_DAY))
        expect(plan.topupThreashold).toBe(2 * plan.defaultDailyTopUp)
        expect(plan.price).toBe(plan.defaultDailyTopUp)
      }
      const prices = plans.map(({ price: daily }) => daily)
      expect(prices).toEqual(prices.toSorted((a, b) => a - b))
    }
  })

  test('the custom plan has the constants of the specification [P9.13]', () => {
    expect(customPlan).toMatchObject({
      _id: 'custom-id',
      maxPricePerBlock: 16,
      defaultDailyTopUp: 230_400,
      topupThreashold: 460_800,
    })
  })

  test('a plan fits when every part of it fits, and a surplus of one part does not replace another [P5.1]', () => {
    const resources = fc.record({
      cpu: fc.nat(10),
      memory: fc.nat(10),
      storageEphemeral: fc.nat(10),
      gpu: fc.nat(2),
      storage: fc.array(fc.record({ class: fc.constantFrom('beta1', 'beta2', 'beta3'), size: fc.nat(10) }), {
        maxLength: 4,
      }),
    })
    fc.assert(
      fc.property(resources, (one) => {
        expect(fits(one, one)).toBe(true)
        expect(fits({ ...one, cpu: one.cpu + 1 }, { ...one, memory: one.memory + 1000 })).toBe(false)
        expect(fits({ ...one, storage: [...one.storage, { class: 'beta2', size: 1 }] }, one)).toBe(false)
      }),
    )
  })
})
