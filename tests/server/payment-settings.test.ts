import { expect, test } from 'vitest'
import { configFrom } from '../../server/config.ts'

const keys = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}
const cardsWith = (environment: NodeJS.ProcessEnv) => configFrom(environment, '/').cards

test('cards are taken only with billing: by the sandbox, or by Stripe if its keys are set', () => {
  expect(cardsWith({})).toEqual({ kind: 'none' })
  expect(cardsWith(keys)).toEqual({ kind: 'none' })
  expect(cardsWith({ ...keys, LONGSHORE_BILLING: 'sandbox' })).toEqual({ kind: 'sandbox' })
  expect(cardsWith({ LONGSHORE_BILLING: 'on' })).toEqual({ kind: 'none' })
  expect(cardsWith({ ...keys, LONGSHORE_BILLING: 'on' })).toMatchObject({ kind: 'stripe', secretKey: 'sk_live_1' })
})

test('some of the keys are not enough, and keys of another kind are rejected by name', () => {
  const { STRIPE_WEBHOOK_SECRET: _secret, ...some } = keys
  expect(() => cardsWith({ ...some, LONGSHORE_BILLING: 'on' })).toThrow(/STRIPE_WEBHOOK_SECRET/)
  const swapped = { ...keys, STRIPE_SECRET_KEY: keys.STRIPE_PUBLISHABLE_KEY, LONGSHORE_BILLING: 'on' }
  expect(() => cardsWith(swapped)).toThrow(/STRIPE_SECRET_KEY/)
})
