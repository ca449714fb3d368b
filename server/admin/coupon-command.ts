import { randomInt } from 'node:crypto'
import * as v from 'valibot'
import { couponCode } from '../../src/contract/wire/money/credit.ts'
import { dollars } from '../../src/rules/prices.ts'
import { microsFrom } from '../../src/rules/referral.ts'
import { type CouponRow, endOf, normalizedCode } from '../money/coupons/coupon-rows.ts'
import type { Db } from '../store/connection.ts'
import { type CouponTerms, createCoupon, endCoupon, listCoupons } from './change-coupons.ts'
import { findOrganizationNamed } from './change-funds.ts'

/** Ends the command with a message and exit code 2. */
export class UsageError extends Error {}

export const couponHelp = `
  coupons                    lists coupons with their uses, newest first
  coupons create [CODE]      creates a coupon; without CODE, a random one
  coupons end CODE           ends a coupon; pending redemptions of it expire

  --amount DOLLARS           what it grants, or
  --percent NUMBER           the percentage of the next purchase that it grants,
  --up-to DOLLARS              at most this much
  --from TIME, --until TIME  when it may be redeemed, such as 2030-01-31 or 2030-01-31T12:00Z
  --credit-days NUMBER       how long the granted credit is valid
  --uses NUMBER              limits: in total,
  --uses-per-org NUMBER        for each organisation (1 if not given),
  --uses-per-user NUMBER       and for each user (1 if not given); "unlimited" is possible
  --min-balance DOLLARS      granted once the organisation has this balance
  --first-purchase           granted with the first purchase of the organisation
  --org ORG                  only for this organisation
`

const texts = [
  'amount',
  'percent',
  'up-to',
  'from',
  'until',
  'credit-days',
  'uses',
  'uses-per-org',
  'uses-per-user',
  'min-balance',
  'org',
] as const
type TextOption = (typeof texts)[number]

/** For `parseArgs`. */
export const couponOptions = {
  // Exactly the names of the list.
  ...(Object.fromEntries(texts.map((name) => [name, { type: 'string' }])) as Record<TextOption, { type: 'string' }>),
  'first-purchase': { type: 'boolean' },
} as const

export type CouponValues = { [Name in TextOption]?: string | undefined } & { 'first-purchase'?: boolean | undefined }

interface CouponInvocation {
  db: Db
  operator: string
  values: CouponValues
  print: (text: string) => number
}

/** Runs `coupons` with its arguments. */
export const runCoupons = async (
  [command = 'list', code = '']: readonly string[],
  { db, operator, values, print }: CouponInvocation,
): Promise<number> => {
  switch (command) {
    case 'list': {
      const rows = await listCoupons(db)
      for (const row of rows) print(`${lineOf(row)}\n`)
      return print(rows.length === 0 ? 'No coupons.\n' : '')
    }
    case 'create': {
      const row = await createCoupon(db, operator, await termsFrom(db, code, values), new Date())
      if (!row) throw new UsageError(`There is a coupon ${normalizedCode(code)} already.`)
      return print(`${lineOf(row)}\n`)
    }
    case 'end': {
      const ended = await endCoupon(db, operator, code, new Date())
      if (!ended) throw new UsageError(`There is no coupon ${normalizedCode(code)}.`)
      return print(ended.isChanged ? 'Ended.\n' : 'Nothing changed.\n')
    }
  }
  throw new UsageError(`Unknown command: coupons ${command}. See --help.`)
}

/** Without characters that are easily confused. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const RANDOM_LENGTH = 12

const randomCode = (): string =>
  Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** A shorter one could be guessed. */
const MIN_CODE_LENGTH = 6

const termsFrom = async (db: Db, given: string, values: CouponValues): Promise<CouponTerms> => {
  const code = v.safeParse(couponCode, normalizedCode(given) || randomCode())
  if (!code.success || code.output.length < MIN_CODE_LENGTH)
    throw new UsageError(`A code has ${MIN_CODE_LENGTH} to 64 characters.`)
  if ((values.amount === undefined) === (values.percent === undefined))
    throw new UsageError('Give either --amount or --percent.')
  if (values['up-to'] !== undefined && values.percent === undefined) throw new UsageError('--up-to limits a --percent.')
  const [startsAt, endsAt] = [timeOf('from', values), timeOf('until', values)]
  if (endsAt && endsAt <= (startsAt ?? new Date())) throw new UsageError('--until must be later than the start.')
  return {
    code: code.output,
    amount: microsOf('amount', values),
    percent: wholeOf('percent', values, 100),
    maxAmount: microsOf('up-to', values),
    startsAt,
    endsAt,
    creditDays: wholeOf('credit-days', values, 36_500),
    maxUses: limitOf('uses', values, null),
    maxUsesPerOrganization: limitOf('uses-per-org', values, 1),
    maxUsesPerUser: limitOf('uses-per-user', values, 1),
    minBalance: microsOf('min-balance', values),
    firstPurchase: values['first-purchase'] ?? false,
    organizationId: await organizationOf(db, values.org),
  }
}

const microsOf = (name: TextOption, { [name]: text }: CouponValues): bigint | null => {
  if (text === undefined) return null
  const micros = microsFrom(text)
  if (!micros) throw new UsageError(`Give --${name} in dollars, more than 0.`)
  return BigInt(micros)
}

const wholeOf = (name: TextOption, { [name]: text }: CouponValues, max: number): number | null => {
  if (text === undefined) return null
  if (!/^[1-9]\d{0,8}$/.test(text) || Number(text) > max)
    throw new UsageError(`Give --${name} as a whole number from 1 to ${max}.`)
  return Number(text)
}

const limitOf = (name: TextOption, values: CouponValues, byDefault: number | null): number | null => {
  if (values[name] === 'unlimited') return null
  return wholeOf(name, values, 1_000_000) ?? byDefault
}

const timeOf = (name: TextOption, { [name]: text }: CouponValues): Date | null => {
  if (text === undefined) return null
  const time = new Date(text)
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d))?$/.test(text) || Number.isNaN(time.getTime()))
    throw new UsageError(`Give --${name} as a date, or as a time with its zone.`)
  return time
}

const organizationOf = async (db: Db, name: string | undefined) => {
  if (name === undefined) return null
  const organization = await findOrganizationNamed(db, name)
  if (!organization) throw new UsageError(`No organisation has the id or username ${name}.`)
  return organization.id
}

const lineOf = (row: CouponRow): string => {
  const { code, amount, percent, maxAmount, minBalance, firstPurchase, startsAt, maxUses, uses, creditDays } = row
  const end = endOf(row)
  const money = (micros: bigint) => dollars(Number(micros))
  const cells = [
    code,
    amount === null ? `${percent} %${maxAmount === null ? '' : ` up to ${money(maxAmount)}`}` : money(amount),
    `used ${uses}${maxUses === null ? '' : ` of ${maxUses}`}`,
    startsAt && `from ${startsAt.toISOString()}`,
    end && `${end <= new Date() ? 'ended' : 'until'} ${end.toISOString()}`,
    creditDays !== null && `credit for ${creditDays} days`,
    minBalance !== null && `from a balance of ${money(minBalance)}`,
    firstPurchase && 'with the first purchase',
    row.organizationId && `for ${row.organizationId}`,
  ]
  return cells.filter(Boolean).join('\t')
}
