import { expect, test } from 'vitest'
import { replicasSize, rollOutRoom } from '../../src/rules/deployments/roll-out-room.ts'

const GIB = 2 ** 30
const size = (cpu: number) => ({ cpu, memory: GIB, storage: GIB })
const region = (cpu: number, availability: 'available' | 'not_available' | 'unknown' = 'available') => ({
  availability,
  resources: { cpu, memory: 4 * GIB, storageEphemeral: 4 * GIB, gpu: 0, storage: [] },
})

test('the size of replicas is that of all services', () => {
  const service = { cpuMilli: 500, memoryBytes: GIB, storageBytes: 2 * GIB, replicas: 3 }
  expect(replicasSize([service, { ...service, replicas: 1 }])).toEqual({ cpu: 2000, memory: 4 * GIB, storage: 8 * GIB })
})

test.each([
  ['beside', 1000, 1000, 1000],
  ['inPlace', 1000, 1000, 999],
  ['inPlace', 1500, 1000, 500],
  ['none', 1500, 1000, 499],
] as const)('%s: %d needed, %d in use, %d free', (room, needed, current, free) => {
  expect(rollOutRoom(size(needed), size(current), region(free))).toBe(room)
})

test('disk and memory count as well, and nothing is known of a region that does not answer', () => {
  expect(rollOutRoom({ ...size(1), memory: 5 * GIB }, size(1), region(10))).toBe('inPlace')
  expect(rollOutRoom({ ...size(1), storage: 5 * GIB + 1 }, size(1), region(10))).toBe('none')
  expect(rollOutRoom(size(1), size(1), region(0, 'unknown'))).toBe('beside')
  expect(rollOutRoom(size(1), size(1), undefined)).toBe('beside')
})
