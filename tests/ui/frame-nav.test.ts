import { expect, test } from 'vitest'
import { hasBilling } from '../../ui/billing/billing-tabs.ts'
import { frameNav } from '../../ui/shell/frame/frame-nav.tsx'
import { configurationOf } from '../fakes/configuration.ts'

const labels = (billing: 'off' | 'sandbox' | 'on') =>
  frameNav('north-pier', '/north-pier/dashboard', hasBilling(configurationOf({ billing }))).map(({ label }) => label)

test('billing is in the navigation only where usage is charged', () => {
  expect(labels('off')).toEqual(['Compute', 'Team', 'Settings'])
  expect(labels('sandbox')).toEqual(['Compute', 'Team', 'Billing', 'Settings'])
  expect(labels('on')).toContain('Billing')
  expect(hasBilling(null)).toBe(false)
})

test.each([
  ['/north-pier/billing/payment-methods', 'Billing'],
  ['/north-pier/members', 'Team'],
  ['/north-pier/settings/billing-details', 'Settings'],
  ['/north-pier/project/1', 'Compute'],
])('the page %s belongs to %s alone', (pathname, label) => {
  const current = frameNav('north-pier', pathname, true).filter((entry) => entry.current)
  expect(current.map((entry) => entry.label)).toEqual([label])
})
