import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dollars, hourlyFromDailyMicros, monthlyFromDailyMicros, topUpThresholdMicros } from '../../src/rules/prices.ts'
import { dailyPriceOfParts } from '../../src/rules/pricing/priced-parts.ts'
import {
  dailyPriceMicros,
  monthlyPriceMicros,
  noResources,
  pricePerBlockMicros,
} from '../../src/rules/pricing/resource-price.ts'
import { shownPrices } from '../../src/rules/pricing/shown-prices.ts'

const GIB = 1_073_741_824
const price = {
  region: 'us-west',
  scalingMode: 'NO_SCALING' as const,
  cpu: 4_000_000,
  memory: 2_000_000,
  hdEphemeral: 50_000,
  persistentStorageHDD: 100_000,
  persistentStorageSSD: 200_000,
  persistentStorageNVME: 300_000,
  ip: 5_000_000,
}

const amounts = fc.record({
  cpu: fc.integer({ min: 0, max: 64_000 }),
  memory: fc.integer({ min: 0, max: 512 }).map((gib) => gib * GIB),
  storageEphemeral: fc.integer({ min: 0, max: 1024 }).map((gib) => gib * GIB),
  persistentHdd: fc.integer({ min: 0, max: 10 }).map((gib) => gib * GIB),
  persistentSsd: fc.integer({ min: 0, max: 10 }).map((gib) => gib * GIB),
  persistentNvme: fc.integer({ min: 0, max: 10 }).map((gib) => gib * GIB),
  addresses: fc.integer({ min: 0, max: 3 }),
})

test('a month of a core, two GiB of memory and ten GiB of disk costs the sum of the unit prices [P9.4, P3.3]', () => {
  const resources = { ...noResources, cpu: 1000, memory: 2 * GIB, storageEphemeral: 10 * GIB }
  expect(monthlyPriceMicros(resources, price)).toBe(4_000_000 + 4_000_000 + 500_000)
})

test.each([
  ['cpu', 1000, 4_000_000],
  ['memory', GIB, 2_000_000],
  ['storageEphemeral', GIB, 50_000],
  ['persistentHdd', GIB, 100_000],
  ['persistentSsd', GIB, 200_000],
  ['persistentNvme', GIB, 300_000],
  ['addresses', 1, 5_000_000],
] as const)('a month of %s costs its own unit price', (part, amount, micros) => {
  expect(monthlyPriceMicros({ ...noResources, [part]: amount }, price)).toBe(micros)
  expect(monthlyPriceMicros({ ...noResources, [part]: 3 * amount }, price)).toBe(3 * micros)
})

test('a terabyte costs exactly 1024 times as much as a gibibyte', () => {
  expect(monthlyPriceMicros({ ...noResources, memory: 1024 * GIB }, price)).toBe(2_048_000_000)
})

test('a month is rounded up once, over all parts, and a block is rounded up again', () => {
  const tiny = { ...price, cpu: 1, memory: 1 }
  expect(monthlyPriceMicros({ ...noResources, cpu: 400 }, tiny)).toBe(1)
  expect(monthlyPriceMicros({ ...noResources, cpu: 400, memory: 0.4 * GIB }, tiny)).toBe(1)
  expect(pricePerBlockMicros({ ...noResources, cpu: 400 }, tiny)).toBe(1)
  const twoMonths = { ...price, cpu: 2 * 14_400 * 30 }
  expect(pricePerBlockMicros({ ...noResources, cpu: 1000 }, twoMonths)).toBe(2)
  expect(pricePerBlockMicros({ ...noResources, cpu: 1001 }, twoMonths)).toBe(3)
})

test('a price of 16 per block is 230400 per day, with a top-up threshold of 460800 [P3.1, P9.13]', () => {
  const resources = { ...noResources, cpu: 1000 }
  const sixteenABlock = { ...price, cpu: 16 * 14_400 * 30 }
  expect(dailyPriceMicros(resources, sixteenABlock)).toBe(230_400)
  expect(topUpThresholdMicros(230_400)).toBe(460_800)
})

test('no resources cost nothing, and prices are whole micro-dollars', () => {
  expect(dailyPriceMicros(noResources, price)).toBe(0)
  fc.assert(
    fc.property(amounts, (resources) => {
      expect(Number.isSafeInteger(dailyPriceMicros(resources, price))).toBe(true)
      expect(Number.isSafeInteger(monthlyPriceMicros(resources, price))).toBe(true)
    }),
  )
})

/** Fractions of whole numbers, added one after the other: slow and obviously right. */
const sumOf = (terms: [amount: number, price: number, per: number][]) =>
  terms.reduce(
    (sum, [amount, price, per]) => ({
      top: sum.top * BigInt(per) + BigInt(amount) * BigInt(price) * sum.bottom,
      bottom: sum.bottom * BigInt(per),
    }),
    { top: 0n, bottom: 1n },
  )

test('a price is exactly the sum of its parts as fractions, rounded up once [P9.4]', () => {
  const micros = fc.integer({ min: 0, max: 1_000_000_000 })
  const bytes = fc.integer({ min: 0, max: 1e15 })
  fc.assert(
    fc.property(
      fc.tuple(fc.integer({ min: 0, max: 1e9 }), bytes, bytes, bytes, bytes, bytes, fc.integer({ min: 0, max: 1e6 })),
      fc.tuple(micros, micros, micros, micros, micros, micros, micros),
      ([cpu, memory, storageEphemeral, persistentHdd, persistentSsd, persistentNvme, addresses], prices) => {
        const [core, gib, disk, hdd, ssd, nvme, ip] = prices
        const resources = { cpu, memory, storageEphemeral, persistentHdd, persistentSsd, persistentNvme, addresses }
        const unit = {
          ...price,
          ...{ cpu: core, memory: gib, hdEphemeral: disk, persistentStorageHDD: hdd },
          ...{ persistentStorageSSD: ssd, persistentStorageNVME: nvme, ip },
        }
        const { top, bottom } = sumOf([
          [cpu, core, 1000],
          [memory, gib, GIB],
          [storageEphemeral, disk, GIB],
          [persistentHdd, hdd, GIB],
          [persistentSsd, ssd, GIB],
          [persistentNvme, nvme, GIB],
          [addresses, ip, 1],
        ])
        const up = (divisor: bigint) => (top + divisor - 1n) / divisor
        expect(BigInt(monthlyPriceMicros(resources, unit))).toBe(up(bottom))
        expect(BigInt(dailyPriceMicros(resources, unit))).toBe(up(bottom * 30n))
        expect(BigInt(pricePerBlockMicros(resources, unit))).toBe(up(bottom * 30n * 14_400n))
      },
    ),
  )
})

test('64 GiB at $2 and one byte more is one micro-dollar more than without the byte', () => {
  const size = { ...noResources, memory: 64 * GIB }
  expect(monthlyPriceMicros(size, price)).toBe(128_000_000)
  expect(monthlyPriceMicros({ ...size, memory: size.memory + 1 }, price)).toBe(128_000_001)
  const dear = { ...price, memory: 1_000_000_000 }
  expect(monthlyPriceMicros({ ...noResources, memory: 8_000_000 * GIB }, dear)).toBe(8_000_000_000_000_000)
  expect(() => monthlyPriceMicros({ ...noResources, memory: 10_000_000 * GIB }, dear)).toThrow(RangeError)
})

test('a sum of parts beyond the exact integers is an error, never a rounded price', () => {
  const part = { ...noResources, addresses: 1 }
  const dear = { ...price, ip: 30 * 2 ** 50 }
  expect(dailyPriceOfParts([{ ...part, count: 7 }], dear)).toBe(7 * 2 ** 50)
  expect(() => dailyPriceOfParts([{ ...part, count: 8 }], dear)).toThrow(RangeError)
})

test('more resources never cost less, and a day never costs less than a thirtieth of the month', () => {
  fc.assert(
    fc.property(amounts, amounts, (resources, more) => {
      const both = Object.fromEntries(
        Object.entries(resources).map(([part, amount]) => [part, amount + more[part as keyof typeof more]]),
      )
      expect(monthlyPriceMicros(both as typeof resources, price)).toBeGreaterThanOrEqual(
        monthlyPriceMicros(resources, price),
      )
      expect(dailyPriceMicros(resources, price) * 30).toBeGreaterThanOrEqual(monthlyPriceMicros(resources, price))
    }),
  )
})

test('a month has 30 days and a day 24 hours; prices have 2 decimals per month, 4 per hour [P9.4]', () => {
  expect(monthlyFromDailyMicros(230_400)).toBe(6_912_000)
  expect(dollars(monthlyFromDailyMicros(230_400))).toBe('$6.91')
  expect(dollars(1_000_000_000_000)).toBe('$1,000,000.00')
  expect(dollars(hourlyFromDailyMicros(230_400), 4)).toBe('$0.0096')
})

test('compute shows a month with 2 decimals first, accelerate an hour and a day with 4 [P9.4]', () => {
  const texts = (type: 'compute' | 'accelerate') =>
    shownPrices(type, 230_400).map(({ micros, decimals, per }) => `${dollars(micros, decimals)} / ${per}`)
  expect(texts('compute')[0]).toBe('$6.91 / month')
  expect(texts('accelerate')).toEqual(['$0.0096 / hour', '$0.2304 / day'])
})
