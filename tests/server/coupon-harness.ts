import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { type CouponTerms, createCoupon } from '../../server/admin/change-coupons.ts'
import { createCaptcha, requiredCaptcha } from '../../server/captcha/captcha.ts'
import { applyDueCoupons } from '../../server/money/coupons/coupon-job.ts'
import { type CreditOptions, creditHandlers } from '../../server/money/coupons/credit-handlers.ts'
import { grantLot } from '../../server/money/credit/grant-lot.ts'
import { checkLedger } from '../../server/money/records/check-ledger.ts'
import { inSnapshot } from '../../server/money/records/in-snapshot.ts'
import type { ResponseOf } from '../../src/contract/contract.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { solvePuzzle } from '../../ui/captcha/solve-puzzle.ts'
import { noon } from './ledger-harness.ts'
import { type OrganizationHarness, organizationHarness, type TestUser } from './organization-harness.ts'
import { SECRET } from './session-harness.ts'

export const DOLLAR = 1_000_000

export interface CouponHarness extends OrganizationHarness {
  /** The time of the credit. */
  clock: { now: Date }
  /** Creates a coupon of ten dollars, unless other terms are given. Returns its code. */
  coupon(terms?: Partial<CouponTerms>): Promise<string>
  captchaToken(): Promise<string>
  redeem(user: TestUser, id: OrganizationId, code: string): ReturnType<TestUser['call']>
  credit(user: TestUser, id: OrganizationId): Promise<ResponseOf<'readOrganizationCredits'>>
  buy(id: OrganizationId, dollars: number): Promise<void>
  applyDue(): Promise<void>
  /** Fails if a stored amount differs from its entries. */
  expectBalanced(): Promise<void>
}

/** Organisations with credit and coupons, at noon of a day. */
export const couponHarness = async (billing: CreditOptions['billing'] = 'sandbox'): Promise<CouponHarness> => {
  const clock = { now: noon }
  const harness = await organizationHarness({ LONGSHORE_BILLING: billing }, ({ store, mailer }) => ({
    handlers: creditHandlers({
      db: store.db,
      mailer,
      billing,
      captcha: createCaptcha(requiredCaptcha(null), SECRET, store.db),
      now: () => clock.now,
    }),
    registerRoutes: () => {},
    removeCustomer: async () => {},
  }))
  const { store, app } = harness
  const captchaToken = async () => {
    const puzzle = await app.inject({ method: 'POST', url: '/api/captcha/puzzle', payload: {} })
    return (await solvePuzzle(puzzle.json(), new AbortController())) ?? ''
  }
  return {
    ...harness,
    clock,
    async coupon(terms = {}) {
      const code = `TEST-${randomUUID().slice(0, 8).toUpperCase()}`
      const limits = { maxUsesPerOrganization: 1, maxUsesPerUser: 1 }
      const grant = terms.percent ? {} : { amount: BigInt(10 * DOLLAR) }
      await createCoupon(store.db, 'Grace', { code, ...limits, ...grant, ...terms }, clock.now)
      return terms.code ?? code
    },
    captchaToken,
    redeem: async (user, id, code) =>
      user.call('POST', `organization/${id}/coupons/activate`, {
        couponActivationCode: code,
        captchaToken: await captchaToken(),
      }),
    credit: async (user, id) => (await user.call('GET', `organization/${id}/credits`)).body,
    buy: (organizationId, dollars) =>
      store.db.transaction(async (tx) => {
        const amount = BigInt(dollars * DOLLAR)
        await grantLot(tx, {
          organizationId,
          amount,
          source: 'purchase',
          pricePaid: amount,
          from: { kind: 'processor', part: 'stripe' },
          kind: 'creditPurchased',
          key: randomUUID(),
          cause: { kind: 'payment', id: randomUUID() },
          at: clock.now,
        })
      }),
    applyDue: () => applyDueCoupons(store.db, clock.now),
    expectBalanced: async () => expect(await inSnapshot(store.url, checkLedger)).toEqual([]),
  }
}
