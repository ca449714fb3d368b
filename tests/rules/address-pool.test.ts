import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressPool } from '../../server/compute/addresses/pool/address-pool.ts'

test('a pool lists single addresses and ranges, each address once', () => {
  const pool = addressPool(['203.0.113.9', '127.20.0.16/30', '127.20.0.18'])
  expect([...pool.from(0)]).toEqual(['127.20.0.16', '127.20.0.17', '127.20.0.18', '127.20.0.19', '203.0.113.9'])
  expect([...pool.from(0.8)][0]).toBe('203.0.113.9')
  expect(pool.size).toBe(5)
  expect([pool.has('127.20.0.19'), pool.has('127.20.0.20')]).toEqual([true, false])
  expect([...addressPool([]).from(0.5)]).toEqual([])
})

test('wherever it begins, a pool yields exactly the addresses that it has', () => {
  const ip = fc.tuple(fc.nat(3), fc.nat(255)).map(([high, low]) => `10.0.${high}.${low}`)
  const entry = fc
    .tuple(ip, fc.option(fc.integer({ min: 26, max: 32 })))
    .map(([at, bits]) => (bits === null ? at : `${at}/${bits}`))
  const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 6 }), place, (entries, at) => {
      const pool = addressPool(entries)
      const all = [...pool.from(at)]
      expect(new Set(all).size).toBe(pool.size)
      expect(all.every(pool.has)).toBe(true)
      expect(new Set([...pool.from(0)])).toEqual(new Set(all))
    }),
    { numRuns: 50 },
  )
})
