import type { Configuration } from '../../src/contract/wire/configuration.ts'

/** The tabs of an organisation's billing, keyed by the last part of their address. */
export const billingTabs = [
  { path: 'costs', label: 'Costs' },
  { path: 'usage', label: 'Usage' },
  { path: 'credits', label: 'Credits' },
  { path: 'payment-methods', label: 'Payment methods' },
  { path: 'payment-history', label: 'Billing history' },
] as const

/** Whether this installation charges for usage, and so has billing pages. */
export const hasBilling = (configuration: Configuration | null): boolean =>
  configuration !== null && configuration.billing !== 'off'
