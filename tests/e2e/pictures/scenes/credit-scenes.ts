import type { Page } from '@playwright/test'
import type { ResponseOf } from '../../../../src/contract/contract.ts'
import type { RedemptionStatus } from '../../../../src/contract/wire/money/credit.ts'
import { failing, over, press, respondTo, waiting } from '../actions.ts'
import type { Scene } from '../scene.ts'

const CALL = '**/api/organization/*/credits'
const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const DOLLAR = 1_000_000

const empty: ResponseOf<'readOrganizationCredits'> = { credits: 0, held: 0, owed: 0, lots: [], coupons: [] }

const lot = { couponCode: null, project: null, held: 0, expiresAt: null, validFrom: inDays(-20) }
const filled: ResponseOf<'readOrganizationCredits'> = {
  credits: 123_456_700,
  held: 4 * DOLLAR,
  owed: 1_250_000,
  lots: [
    {
      ...lot,
      _id: 'first',
      source: 'coupon',
      couponCode: 'WELCOME-2030',
      granted: 10 * DOLLAR,
      remaining: 3_456_700,
      held: 2 * DOLLAR,
      state: 'valid',
      expiresAt: inDays(12),
    },
    {
      ...lot,
      _id: 'second',
      source: 'promotion',
      project: { _id: 'shop', name: 'Harbour shop' },
      granted: 20 * DOLLAR,
      remaining: 20 * DOLLAR,
      state: 'valid',
      expiresAt: inDays(60),
    },
    {
      ...lot,
      _id: 'third',
      source: 'purchase',
      granted: 100 * DOLLAR,
      remaining: 100 * DOLLAR,
      held: 2 * DOLLAR,
      state: 'valid',
    },
    { ...lot, _id: 'fourth', source: 'referral', granted: 5 * DOLLAR, remaining: 0, state: 'used' },
    {
      ...lot,
      _id: 'fifth',
      source: 'coupon',
      couponCode: 'AUTUMN',
      granted: 10 * DOLLAR,
      remaining: 0,
      state: 'expired',
      expiresAt: inDays(-3),
    },
  ],
  coupons: [
    {
      _id: 'one',
      code: 'SPRING-2030',
      status: 'pending',
      amount: null,
      percent: 20,
      maxAmount: 50 * DOLLAR,
      minBalance: null,
      firstPurchase: false,
      redeemedAt: inDays(-2),
      endsAt: inDays(28),
    },
    {
      _id: 'two',
      code: 'BIG-HARBOUR',
      status: 'expired',
      amount: 25 * DOLLAR,
      percent: null,
      maxAmount: null,
      minBalance: 500 * DOLLAR,
      firstPurchase: false,
      redeemedAt: inDays(-40),
      endsAt: inDays(-1),
    },
  ],
}

const referral: ResponseOf<'readReferralCredit'> = {
  available: 12_500_000,
  pending: 3_700_000,
  nextMaturesAt: inDays(9),
}

const kinds = ['usageCharged', 'usageAdjusted', 'usageCharged', 'creditGranted', 'debtPaid']
const entries: ResponseOf<'readCreditEntries'> = {
  entries: Array.from({ length: 12 }, (_, place) => ({
    number: 1000 - place,
    at: inDays(-place / 3),
    kind: kinds[place % kinds.length] ?? '',
    cause: { kind: 'usage', id: 'sample' },
    amount: place % kinds.length === 3 ? 10 * DOLLAR : -13_889 * (place + 1),
  })),
  totalCount: 612,
}

const withCredit = async (page: Page) => {
  await respondTo(/\/api\/organization\/[^/]+\/credits$/, filled)(page)
  await respondTo(/\/api\/organization\/[^/]+\/credits\/entries/, entries)(page)
  await respondTo(/\/api\/longshore-wallet\/referral$/, referral)(page)
}

/** Opens the dialog and redeems a code, to which the server responds with `response`. */
const redeeming = (status: number, json: object) => async (page: Page) => {
  await page.route('**/coupons/activate', (route) => route.fulfill({ status, json }))
  await press('Add Credit')(page)
  await page.getByLabel('ENTER PROMOTION CODE').fill('WELCOME-2030')
  await page.getByRole('checkbox', { name: 'I am not a robot' }).check()
  await page.getByText('Checked.').waitFor()
  await press('Redeem Credit')(page)
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).waitFor()
}

const result = (status: RedemptionStatus, amount: number | null = null) =>
  redeeming(200, { status, message: '', amount } satisfies ResponseOf<'activateCoupon'>)

export const creditScenes = (username: string): Scene[] => {
  const path = `/${username}/billing/credits`
  return [
    { name: 'credits', path, before: withCredit },
    { name: 'credits-empty', path, before: respondTo(/\/api\/organization\/[^/]+\/credits$/, empty) },
    { name: 'credits-loading', path, act: waiting(CALL) },
    { name: 'credits-failed', path, act: failing(CALL) },
    { name: 'credit-entries', path: `${path}/entries?of=credit`, before: withCredit },
    over(
      'add-credit',
      path,
      async (page) => {
        await press('Add Credit')(page)
        await page.getByLabel('ENTER PROMOTION CODE').fill('WELCOME-2030')
        await page.getByRole('checkbox', { name: 'I am not a robot' }).check()
        await page.getByText('Checked.').waitFor()
      },
      withCredit,
    ),
    over('coupon-success', path, result('Success', 10 * DOLLAR), withCredit),
    over('coupon-pending', path, result('Pending'), withCredit),
    over('coupon-error', path, result('Error'), withCredit),
    over('coupon-expired', path, result('Expired'), withCredit),
    over(
      'invalid-coupon',
      path,
      redeeming(400, {
        error: 'invalidCoupon',
        message: 'This promotion code is not valid. Check it and try again.',
      }),
      withCredit,
    ),
    over('delete-coupon', path, press('Delete coupon SPRING-2030'), withCredit),
    over('convert-referral-credit', path, press('Convert'), withCredit),
  ]
}
