import { expect, test } from 'vitest'
import { formatBytes, formatCpu, formatSize } from '../../src/rules/format-size.ts'

const MIB = 2 ** 20
const GIB = 2 ** 30

test('processors are shown with two decimals at most', () => {
  expect([250, 333, 1000, 64_000].map(formatCpu)).toEqual(['0.25 vCPU', '0.33 vCPU', '1 vCPU', '64 vCPU'])
})

test('memory is shown in MiB below a GiB, and in GiB from there on', () => {
  expect([MIB, 512.333 * MIB, GIB - MIB, GIB, 1.5 * GIB].map(formatBytes)).toEqual([
    '1 MiB',
    '512.33 MiB',
    '1023 MiB',
    '1 GiB',
    '1.5 GiB',
  ])
})

test('a plan is one line', () => {
  expect(formatSize({ cpu: 500, memory: 512 * MIB, storage: 5 * GIB })).toBe('0.5 vCPU · 512 MiB memory · 5 GiB disk')
})
