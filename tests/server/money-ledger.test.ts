import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, mayBeNegative } from '../../server/money/account.ts'
import { bookMany } from '../../server/money/book-many.ts'
import { type Booking, Overdrawn } from '../../server/money/booking.ts'
import { entriesOf } from '../../server/money/entries-of.ts'
import { balanceOf, exactNumber } from '../../server/money/ledger.ts'
import { postBooking } from '../../server/money/post-booking.ts'
import { openStore, type Store } from '../../server/store/connection.ts'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import { isLongRun } from '../long-runs.ts'
import { type TestDatabase, testDatabase } from './database.ts'

let database: TestDatabase
let store: Store
beforeAll(async () => {
  database = await testDatabase()
  store = openStore({ url: database.url, log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await store.close()
  await database.close()
})

const programme: Account = { kind: 'referralProgramme' }
const creditOf = (userId: string): Account => ({ kind: 'referralCredit', userId: userId as UserId })
const newCredit = () => creditOf(randomUUID())
const postAlone = (booking: Booking) => store.db.transaction((tx) => postBooking(tx, booking))
const at = new Date('2026-03-01T12:00:00Z')
const cause = { kind: 'test', id: '1' }
const earned = (account: Account, amount: bigint, key: string = randomUUID()): Booking => ({
  kind: 'referralEarned',
  key,
  cause,
  at,
  entries: [
    { account, amount },
    {
      account: account.currency === undefined ? programme : { ...programme, currency: account.currency },
      amount: -amount,
    },
  ],
})

class Aborted extends Error {}

/** Transfers among three users and the programme, each under its own reference. */
const move = fc.record({
  from: fc.nat({ max: 3 }),
  to: fc.nat({ max: 3 }),
  also: fc.nat({ max: 3 }),
  amount: fc.bigInt({ min: 1n, max: 1000n }),
  share: fc.bigInt({ min: 1n, max: 999n }),
})
/** Which transfer is attempted, and whether its transaction is rolled back after it was booked. */
const attempt = fc.record({ move: fc.nat({ max: 7 }), givesUp: fc.boolean() })
const history = fc.record({
  moves: fc.array(move, { minLength: 8, maxLength: 8 }),
  handfuls: fc.array(fc.array(attempt, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 }),
})

test('whatever is booked concurrently, repeated or rolled back, no money is created or lost, and no balance is negative', async () => {
  const met = { booked: 0, repeated: 0, overdrawn: 0, givenUp: 0 }
  await fc.assert(
    fc.asyncProperty(history, async ({ moves, handfuls }) => {
      const mark = randomUUID()
      const creditAccounts = [newCredit(), newCredit(), newCredit()]
      const accounts = [...creditAccounts, programme]
      const before = await balanceOf(store.db, programme)
      const accountAt = (place: number): Account => accounts[place] ?? programme
      const bookings = moves.map(({ from, to, also, amount, share }, place): Booking => {
        const part = 1n + (share % amount)
        return {
          kind: 'creditGranted',
          key: `${mark}/${place}`,
          cause,
          at,
          entries: [
            // The programme pays more often than the users, otherwise they would have nothing to transfer.
            { account: place % 2 === 0 ? programme : accountAt(from), amount: -amount },
            { account: accountAt(to), amount: part },
            ...(part === amount ? [] : [{ account: accountAt(also), amount: amount - part }]),
          ],
        }
      })
      const booked = new Set<number>()
      const tryOne = async (place: number, givesUp: boolean) => {
        try {
          const done = await store.db.transaction(async (tx) => {
            const made = await postBooking(tx, bookings[place] as Booking)
            if (givesUp) throw new Aborted()
            return made
          })
          met[done ? 'booked' : 'repeated'] += 1
          expect(booked.has(place), 'a key is booked once').toBe(done ? false : booked.has(place))
          if (done) booked.add(place)
        } catch (error) {
          if (error instanceof Aborted) met.givenUp += 1
          else if (error instanceof Overdrawn) met.overdrawn += 1
          else if (!(error instanceof RangeError)) throw error
        }
      }
      for (const handful of handfuls) await Promise.all(handful.map((one) => tryOne(one.move, one.givesUp)))

      const expected = new Map(accounts.map((account) => [account, account === programme ? before : 0n]))
      for (const place of booked)
        for (const { account, amount } of bookings[place]?.entries ?? [])
          expected.set(account, (expected.get(account) ?? 0n) + amount)
      for (const [account, micros] of expected) expect(await balanceOf(store.db, account)).toBe(micros)
      for (const creditAccount of creditAccounts) expect(expected.get(creditAccount)).toBeGreaterThanOrEqual(0n)
      const { rows } = await store.pool.query(
        'select count(*)::int as made from ledger_transaction where key like $1',
        [`${mark}/%`],
      )
      expect(rows[0].made).toBe(booked.size)
    }),
    { numRuns: isLongRun ? 300 : 30 },
  )
  const { rows } = await store.pool.query('select sum(amount)::text as all from ledger_entry')
  expect(rows[0].all).toBe('0')
  // Each case has to occur, otherwise this test proves nothing.
  for (const times of Object.values(met)) expect(times, JSON.stringify(met)).toBeGreaterThan(3)
}, 120_000)

test('of many concurrent withdrawals from one account, only as many succeed as its balance covers', async () => {
  const account = newCredit()
  await postAlone(earned(account, 1000n))
  const taken = await Promise.allSettled(Array.from({ length: 12 }, () => postAlone(earned(account, -300n))))
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  for (const one of taken) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(Overdrawn)
  expect(await balanceOf(store.db, account)).toBe(100n)
})

test('two withdrawals from the same two accounts in opposite orders do not deadlock', async () => {
  const [one, other] = [newCredit(), newCredit()]
  for (const account of [one, other]) await postAlone(earned(account, 10_000n))
  const taking = (first: Account, second: Account): Booking => ({
    kind: 'creditGranted',
    key: randomUUID(),
    cause,
    at,
    entries: [
      { account: first, amount: -1n },
      { account: second, amount: -1n },
      { account: programme, amount: 2n },
    ],
  })
  await Promise.all(
    Array.from({ length: 40 }, (_, turn) => postAlone(turn % 2 === 0 ? taking(one, other) : taking(other, one))),
  )
  expect([await balanceOf(store.db, one), await balanceOf(store.db, other)]).toEqual([9960n, 9960n])
})

test('a booking made twice concurrently is booked once, and a key cannot be reused for another booking', async () => {
  const account = newCredit()
  const booking = earned(account, 70n)
  const made = await Promise.all(Array.from({ length: 6 }, () => postAlone(booking)))
  expect(made.filter(Boolean)).toHaveLength(1)
  expect(await balanceOf(store.db, account)).toBe(70n)
  await expect(postAlone({ ...booking, entries: earned(account, 71n).entries })).rejects.toThrow(
    /Something else was booked/,
  )
  await expect(postAlone({ ...booking, kind: 'creditGranted' })).rejects.toThrow(/Something else was booked/)
})

test.each<[string, bigint[]]>([
  ['nothing', []],
  ['one side', [5n]],
  ['unbalanced amounts', [5n, -4n]],
  ['an amount beyond 78 digits', [10n ** 78n, -(10n ** 78n)]],
  ['zeroes', [0n, 0n]],
  ['a zero among balanced amounts', [5n, -5n, 0n]],
  ['a number instead of a whole amount', [0.5 as unknown as bigint, -0.5 as unknown as bigint]],
])('entries of %s are rejected', async (_, amounts) => {
  const entries = amounts.map((amount) => ({ account: newCredit(), amount }))
  await expect(postAlone({ kind: 'creditGranted', key: randomUUID(), cause, at, entries })).rejects.toThrow(RangeError)
})

test('an account may be emptied to nothing, and not below it', async () => {
  const account = newCredit()
  await postAlone(earned(account, 70n))
  await expect(postAlone(earned(account, -71n))).rejects.toBeInstanceOf(Overdrawn)
  await postAlone(earned(account, -70n))
  expect(await balanceOf(store.db, account)).toBe(0n)
})

test("only the installation's own accounts and what an organisation owes may be negative", () => {
  const userId = randomUUID() as UserId
  const organizationId = randomUUID() as OrganizationId
  const accounts: Account[] = [
    { kind: 'credit', organizationId },
    { kind: 'receivable', organizationId },
    ...(['referralCredit', 'platformCredit', 'pendingPayout'] as const).map((kind) => ({ kind, userId })),
    ...(['referralProgramme', 'grants'] as const).map((kind) => ({ kind })),
  ]
  expect(accounts.filter(mayBeNegative)).toEqual([
    { kind: 'receivable', organizationId },
    { kind: 'referralProgramme' },
    { kind: 'grants' },
  ])
})

test('the accounts of two users, the kinds of one user, and their currencies are separate', async () => {
  const userId = randomUUID() as UserId
  const other = randomUUID() as UserId
  const accounts: Account[] = [
    { kind: 'referralCredit', userId },
    { kind: 'referralCredit', userId: other },
    { kind: 'platformCredit', userId },
    { kind: 'platformCredit', userId, currency: 'token' },
  ]
  for (const [place, account] of accounts.entries()) await postAlone(earned(account, BigInt(place + 1)))
  expect(await Promise.all(accounts.map((account) => balanceOf(store.db, account)))).toEqual([1n, 2n, 3n, 4n])
})

test('a part of a booking cannot be booked under its key', async () => {
  const [one, other] = [newCredit(), newCredit()]
  const first = earned(one, 70n).entries
  const second = [
    { account: other, amount: 30n },
    { account: { kind: 'grants' as const }, amount: -30n },
  ]
  const booking = { ...earned(one, 70n), entries: [...first, ...second] }
  await postAlone(booking)
  await expect(postAlone({ ...booking, entries: first })).rejects.toThrow(/Something else was booked/)
  expect(await postAlone(booking)).toBe(false)
})

test('amounts beyond 64 bits are exact, and are never rounded to a number', async () => {
  const account = newCredit()
  await postAlone(earned(account, 2n ** 200n + 1n))
  await postAlone(earned(account, -1n))
  expect(await balanceOf(store.db, account)).toBe(2n ** 200n)
  expect(exactNumber(2n ** 53n - 1n)).toBe(Number.MAX_SAFE_INTEGER)
  expect(() => exactNumber(2n ** 53n)).toThrow(RangeError)
})

test('bookings of several currencies are balanced in each of them', async () => {
  const token = 'eip155:1/erc20:0xa0b8'
  const exchange = (currency: string) => ({ account: { kind: 'exchange' as const, currency } })
  const swap = (usd: bigint, tokens: bigint, back: bigint): Booking => ({
    ...earned(programme, 1n),
    entries: [
      { account: { kind: 'unallocated', currency: token }, amount: tokens },
      { ...exchange(token), amount: -back },
      { ...exchange('USD'), amount: usd },
      { account: programme, amount: -usd },
    ],
  })
  await postAlone(swap(5n, 10n ** 18n, 10n ** 18n))
  expect(await balanceOf(store.db, { kind: 'exchange', currency: token })).toBe(-(10n ** 18n))
  await expect(postAlone(swap(5n, 7n, 6n))).rejects.toThrow(/add up to 1 eip155/)
  await expect(postAlone(swap(5n, 7n, 2n))).rejects.toThrow(RangeError)
})

test('many bookings are made at once, all or none, and repeated ones are returned', async () => {
  const [one, other] = [newCredit(), newCredit()]
  const bookings = [earned(one, 5n), earned(other, 7n), earned(one, 2n)]
  const book = (list: Booking[]) => store.db.transaction((tx) => bookMany(tx, list))
  const first = await book(bookings)
  expect(first.map(({ isNew }) => isNew)).toEqual([true, true, true])
  const again = await book([earned(one, 1n), ...bookings])
  expect(again.map(({ isNew }) => isNew)).toEqual([true, false, false, false])
  expect(again.slice(1).map(({ id }) => id)).toEqual(first.map(({ id }) => id))
  expect([await balanceOf(store.db, one), await balanceOf(store.db, other)]).toEqual([8n, 7n])
  await expect(book([earned(one, 3n), earned(other, -8n)])).rejects.toMatchObject({ name: 'Overdrawn', account: other })
  expect(await balanceOf(store.db, one)).toBe(8n)
  const key = randomUUID()
  await expect(book([earned(one, 3n, key), earned(one, 3n, key)])).rejects.toThrow(RangeError)
  expect(await book([])).toEqual([])
})

test('an amount has the entries that it is the sum of, each with its cause', async () => {
  const account = newCredit()
  const id = randomUUID()
  await postAlone({ ...earned(account, 5n), cause: { kind: 'invoice', id } })
  await postAlone({ ...earned(account, 7n), at: new Date('2026-04-01T00:00:00Z') })
  await postAlone(earned(account, -2n))
  const entries = await entriesOf(store.db, { account })
  expect(entries.map(({ amount }) => amount)).toEqual([5n, 7n, -2n])
  expect(entries.reduce((sum, { amount }) => sum + amount, 0n)).toBe(await balanceOf(store.db, account))
  expect((await entriesOf(store.db, { cause: { kind: 'invoice', id } })).map(({ amount }) => amount).sort()).toEqual([
    -5n,
    5n,
  ])
  const from = new Date('2026-03-15T00:00:00Z')
  expect(await entriesOf(store.db, { account, from })).toMatchObject([{ amount: 7n, cause, kind: 'referralEarned' }])
  expect(await entriesOf(store.db, { account, before: from })).toHaveLength(2)
  expect(await entriesOf(store.db, { account }, { after: entries[0]?.number ?? 0, limit: 1 })).toEqual([entries[1]])
})
