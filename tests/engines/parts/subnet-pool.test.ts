import { expect, test } from 'vitest'
import {
  createSubnetPool,
  DEFAULT_SUBNETS,
  isSubnetRange,
  parseRange,
} from '../../../server/engines/docker/network/subnet-pool.ts'

const atStart = () => 0

function allocateAll(pool: ReturnType<typeof createSubnetPool>): string[] {
  const taken: string[] = []
  for (let subnet = pool.allocate(); subnet !== undefined; subnet = pool.allocate()) taken.push(subnet)
  return taken
}

test('allocates every subnet of every range once', () => {
  const pool = createSubnetPool(['10.1.0.0/27', '192.168.255.224/27'], atStart)
  expect(allocateAll(pool)).toEqual(['10.1.0.0/28', '10.1.0.16/28', '192.168.255.224/28', '192.168.255.240/28'])
})

test('starts anywhere in the first range and still allocates every subnet', () => {
  const pool = createSubnetPool(['10.1.0.0/26'], () => 0.6)
  expect(allocateAll(pool)).toEqual(['10.1.0.32/28', '10.1.0.48/28', '10.1.0.0/28', '10.1.0.16/28'])
})

test('skips every overlap: larger, smaller, across a border, or the whole range', () => {
  const pool = createSubnetPool(['10.1.0.0/25'], atStart)
  pool.reset(['10.1.0.1/32', '10.1.0.40/29', '10.1.0.64/27', '172.17.0.0/16', 'fd00::/64', 'nonsense'])
  expect(allocateAll(pool)).toEqual(['10.1.0.16/28', '10.1.0.48/28', '10.1.0.96/28', '10.1.0.112/28'])
  pool.reset(['10.0.0.0/8'])
  expect(pool.allocate()).toBeUndefined()
})

test('parses an address with a prefix length as the range that contains it', () => {
  expect(parseRange('10.1.0.77/26')).toEqual(parseRange('10.1.0.64/26'))
})

test('reallocates a released subnet', () => {
  const pool = createSubnetPool(['10.1.0.0/28'], atStart)
  expect(pool.allocate()).toBe('10.1.0.0/28')
  expect(pool.allocate()).toBeUndefined()
  pool.release('10.1.0.0/28')
  expect(pool.allocate()).toBe('10.1.0.0/28')
})

test('the default ranges hold 24,576 subnets, allocated in under 5 s', () => {
  const startMs = performance.now()
  const taken = allocateAll(createSubnetPool(DEFAULT_SUBNETS))
  expect(new Set(taken).size).toBe(16_384 + 8192)
  expect(performance.now() - startMs).toBeLessThan(5000)
})

test.for([
  ['10.84.0.0/14', true],
  ['10.84.0.0/28', true],
  ['10.84.0.0/29', false],
  ['10.84.0.0', false],
  ['10.84/14', false],
  ['fd00::/64', false],
  ['10.84.0.0/33', false],
  ['', false],
] as const)('%s as a setting: %s', ([range, isAccepted]) => {
  expect(isSubnetRange(range)).toBe(isAccepted)
})

test('allocates larger subnets at their own boundaries, beside small ones and never overlapping', () => {
  const pool = createSubnetPool(['10.1.0.16/28', '10.2.0.0/24'], () => 0)
  expect(pool.allocate()).toBe('10.1.0.16/28')
  expect(pool.allocate()).toBe('10.2.0.0/28')
  expect(pool.allocate(26)).toBe('10.2.0.64/26')
  expect(pool.allocate(25)).toBe('10.2.0.128/25')
  expect(pool.allocate(26)).toBeUndefined()
  expect(pool.allocate(27)).toBe('10.2.0.32/27')
  expect(pool.allocate()).toBe('10.2.0.16/28')
  pool.release('10.2.0.128/25')
  expect(pool.allocate(25)).toBe('10.2.0.128/25')
  expect(pool.allocate()).toBeUndefined()
})
