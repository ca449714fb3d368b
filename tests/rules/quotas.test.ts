import { expect, test } from 'vitest'
import type { Quota } from '../../src/contract/wire/quota.ts'
import { exceededQuota, isScarce, quotaAmount, quotaExceededMessage, quotaTitle } from '../../src/rules/quotas.ts'

const GIB = 1_073_741_824
const need = { instances: 1, cpu: 500, memory: GIB, storage: 5 * GIB, ports: 2 }
const quota = (name: Quota['name'], used: number, limit: number | null): Quota => ({ name, used, limit })

test('a quota may be used up exactly, and not by one more', () => {
  expect(exceededQuota([quota('instances', 9, 10), quota('ports', 8, 10)], need)).toBeUndefined()
  expect(exceededQuota([quota('instances', 9, 10), quota('ports', 9, 10)], need)).toEqual(quota('ports', 9, 10))
  expect(exceededQuota([quota('instances', 10, 10)], need)?.name).toBe('instances')
  expect(exceededQuota([quota('cpu', 0, 0)], need)?.name).toBe('cpu')
})

test('the first of several exceeded quotas is reported, and one without a limit never is', () => {
  expect(exceededQuota([quota('cpu', 9e9, null), quota('memory', GIB, GIB), quota('ports', 9, 9)], need)?.name).toBe(
    'memory',
  )
})

test('a quota that is not needed is never exceeded', () => {
  expect(exceededQuota([quota('projects', 12, 10)], need)).toBeUndefined()
  expect(exceededQuota([quota('instances', 12, 10), quota('projects', 10, 10)], { projects: 1 })?.name).toBe('projects')
})

test('a quota is scarce when less than a fifth is left', () => {
  expect(isScarce(quota('instances', 80, 100))).toBe(false)
  expect(isScarce(quota('instances', 81, 100))).toBe(true)
  expect(isScarce(quota('instances', 1000, null))).toBe(false)
})

test('amounts are shown in the unit of their quota', () => {
  expect(quotaAmount('instances', 12)).toBe('12')
  expect(quotaAmount('ports', 3)).toBe('3')
  expect(quotaAmount('projects', 7)).toBe('7')
  expect(quotaAmount('cpu', 1500)).toBe('1.5 vCPU')
  expect(quotaAmount('memory', GIB / 2)).toBe('512 MiB')
  expect(quotaAmount('storage', GIB)).toBe('1 GiB')
  expect(quotaTitle('cpu')).toBe('CPU')
})

test('the message names usage, limit, need and a way out', () => {
  expect(quotaExceededMessage(quota('instances', 10, 10), need)).toBe(
    'Your organisation has 10 of 10 instances, closed ones included. Delete one that you no longer need, or ask the operator to raise the limit.',
  )
  expect(quotaExceededMessage(quota('projects', 10, 10), { projects: 1 })).toBe(
    'Your organisation has 10 of 10 projects. Delete one that you no longer need, or ask the operator to raise the limit.',
  )
  expect(quotaExceededMessage(quota('cpu', 4000, 4000), need)).toBe(
    'Your organisation uses 4 vCPU of its 4 vCPU CPU, and this instance needs 0.5 vCPU. Choose a smaller plan, close another instance, or ask the operator to raise the limit.',
  )
  expect(quotaExceededMessage(quota('ports', 9, 10), need)).toBe(
    'Your organisation uses 9 of its 10 ports, and this instance needs 2. Open fewer ports, close another instance, or ask the operator to raise the limit.',
  )
})
