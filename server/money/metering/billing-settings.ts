import * as v from 'valibot'
import { described, dollarAmount, wholeNumber } from '../../setting-kinds.ts'

const billingModes = ['off', 'sandbox', 'on'] as const
export type Billing = (typeof billingModes)[number]

export const billingSettings = {
  LONGSHORE_BILLING: described(
    v.optional(v.picklist(billingModes, 'must be off, sandbox or on'), 'off'),
    'Whether usage is charged to the credit of organisations: off charges nothing; sandbox does so with test money; on charges for real. With sandbox and on, deployments reserve two days of their price. Usage before it is turned on is never charged. Set the same on all control planes.',
  ),
  LONGSHORE_WELCOME_GRANT: described(
    v.optional(dollarAmount),
    'With billing, the dollars of credit that the first organisation of each user gets, such as 25; those that exist get it when billing is turned on. None if not set.',
  ),
  LONGSHORE_GRACE_HOURS: described(
    v.optional(wholeNumber, '24'),
    'With billing, for how many hours everything runs on after the credit of an organisation is used up. What it costs until then is owed. Set the same on all control planes.',
  ),
}

export interface BillingConfig {
  billing: Billing
  /** In micro-dollars; null for none, and without billing. */
  welcomeGrant: number | null
  graceHours: number
}
