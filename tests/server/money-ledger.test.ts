import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, mayBeNegative } from '../../server/money/account.ts'
import { type Booking, Overdrawn } from '../../server/money/booking.ts'
import { balanceOf } from '../../server/money/ledger.ts'
import { postBooking } from '../../server/money/post-booking.ts'
import { openStore, type Store } from '../../server/store/connection.ts'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'
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
const earned = (account: Account, amountMicros: number, reference: string = randomUUID()): Booking => ({
  kind: 'referralEarned',
  reference,
  entries: [
    { account, amountMicros },
    { account: programme, amountMicros: -amountMicros },
  ],
})

class Aborted extends Error {}

/** Transfers among three users and the programme, each under its own reference. */
const move = fc.record({
  from: fc.nat({ max: 3 }),
  to: fc.nat({ max: 3 }),
  also: fc.nat({ max: 3 }),
  amount: fc.integer({ min: 1, max: 1000 }),
  share: fc.integer({ min: 1, max: 999 }),
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
      const at = (place: number): Account => accounts[place] ?? programme
      const bookings = moves.map(({ from, to, also, amount, share }, place): Booking => {
        const part = Math.min(share, amount)
        return {
          kind: 'creditGranted',
          reference: `${mark}/${place}`,
          entries: [
            // The programme pays more often than the users, otherwise they would have nothing to transfer.
            { account: place % 2 === 0 ? programme : at(from), amountMicros: -amount },
            { account: at(to), amountMicros: part },
            ...(part === amount ? [] : [{ account: at(also), amountMicros: amount - part }]),
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
          expect(booked.has(place), 'a reference is booked once').toBe(done ? false : booked.has(place))
          if (done) booked.add(place)
        } catch (error) {
          if (error instanceof Aborted) met.givenUp += 1
          else if (error instanceof Overdrawn) met.overdrawn += 1
          else if (!(error instanceof RangeError)) throw error
        }
      }
      for (const handful of handfuls) await Promise.all(handful.map((one) => tryOne(one.move, one.givesUp)))

      const expected = new Map(accounts.map((account) => [account, account === programme ? before : 0]))
      for (const place of booked)
        for (const { account, amountMicros } of bookings[place]?.entries ?? [])
          expected.set(account, (expected.get(account) ?? 0) + amountMicros)
      for (const [account, micros] of expected) expect(await balanceOf(store.db, account)).toBe(micros)
      for (const creditAccount of creditAccounts) expect(expected.get(creditAccount)).toBeGreaterThanOrEqual(0)
      const { rows } = await store.pool.query(
        'select count(*)::int as made from ledger_transaction where reference like $1',
        [`${mark}/%`],
      )
      expect(rows[0].made).toBe(booked.size)
    }),
    { numRuns: 80 },
  )
  const { rows } = await store.pool.query('select sum(amount_micros)::text as all from ledger_entry')
  expect(rows[0].all).toBe('0')
  // Each case has to occur, otherwise this test proves nothing.
  for (const times of Object.values(met)) expect(times, JSON.stringify(met)).toBeGreaterThan(10)
})

test('of many concurrent withdrawals from one account, only as many succeed as its balance covers', async () => {
  const account = newCredit()
  await postAlone(earned(account, 1000))
  const taken = await Promise.allSettled(Array.from({ length: 12 }, () => postAlone(earned(account, -300))))
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  for (const one of taken) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(Overdrawn)
  expect(await balanceOf(store.db, account)).toBe(100)
})

test('two withdrawals from the same two accounts in opposite orders do not deadlock', async () => {
  const [one, other] = [newCredit(), newCredit()]
  for (const account of [one, other]) await postAlone(earned(account, 10_000))
  const taking = (first: Account, second: Account): Booking => ({
    kind: 'creditGranted',
    reference: randomUUID(),
    entries: [
      { account: first, amountMicros: -1 },
      { account: second, amountMicros: -1 },
      { account: programme, amountMicros: 2 },
    ],
  })
  await Promise.all(
    Array.from({ length: 40 }, (_, turn) => postAlone(turn % 2 === 0 ? taking(one, other) : taking(other, one))),
  )
  expect([await balanceOf(store.db, one), await balanceOf(store.db, other)]).toEqual([9960, 9960])
})

test('a booking made twice concurrently is booked once, and a reference cannot be reused for another booking', async () => {
  const account = newCredit()
  const booking = earned(account, 70)
  const made = await Promise.all(Array.from({ length: 6 }, () => postAlone(booking)))
  expect(made.filter(Boolean)).toHaveLength(1)
  expect(await balanceOf(store.db, account)).toBe(70)
  await expect(postAlone({ ...booking, entries: earned(account, 71).entries })).rejects.toThrow(
    /Something else was booked/,
  )
  await expect(postAlone({ ...booking, kind: 'creditGranted' })).rejects.toThrow(/Something else was booked/)
})

test.each([
  ['nothing', []],
  ['one side', [5]],
  ['unbalanced amounts', [5, -4]],
  ['a fraction of a micro-dollar', [0.5, -0.5]],
  ['an amount beyond the exact integers', [2 ** 53, -(2 ** 53)]],
  ['zeroes', [0, 0]],
  ['a zero among balanced amounts', [5, -5, 0]],
])('entries of %s are rejected', async (_, amounts) => {
  const entries = amounts.map((amountMicros) => ({ account: newCredit(), amountMicros }))
  await expect(postAlone({ kind: 'creditGranted', reference: randomUUID(), entries })).rejects.toThrow(RangeError)
})

test('an account may be emptied to nothing, and not below it', async () => {
  const account = newCredit()
  await postAlone(earned(account, 70))
  await expect(postAlone(earned(account, -71))).rejects.toBeInstanceOf(Overdrawn)
  await postAlone(earned(account, -70))
  expect(await balanceOf(store.db, account)).toBe(0)
})

test("only the installation's own accounts may be negative", () => {
  const userId = randomUUID() as UserId
  const accounts: Account[] = [
    { kind: 'credit', organizationId: randomUUID() as OrganizationId },
    ...(['referralCredit', 'platformCredit', 'pendingPayout'] as const).map((kind) => ({ kind, userId })),
    ...(['referralProgramme', 'grants'] as const).map((kind) => ({ kind })),
  ]
  expect(accounts.filter(mayBeNegative)).toEqual([{ kind: 'referralProgramme' }, { kind: 'grants' }])
})

test('the accounts of two organisations, and the kinds of one user, are separate', async () => {
  const userId = randomUUID() as UserId
  const accounts: Account[] = [
    { kind: 'credit', organizationId: randomUUID() as OrganizationId },
    { kind: 'credit', organizationId: randomUUID() as OrganizationId },
    { kind: 'referralCredit', userId },
    { kind: 'platformCredit', userId },
  ]
  for (const [place, account] of accounts.entries()) await postAlone(earned(account, place + 1))
  expect(await Promise.all(accounts.map((account) => balanceOf(store.db, account)))).toEqual([1, 2, 3, 4])
})

test('a part of a booking cannot be booked under its reference', async () => {
  const [one, other] = [newCredit(), newCredit()]
  const first = earned(one, 70).entries
  const second = [
    { account: other, amountMicros: 30 },
    { account: { kind: 'grants' as const }, amountMicros: -30 },
  ]
  const booking = { ...earned(one, 70), entries: [...first, ...second] }
  await postAlone(booking)
  await expect(postAlone({ ...booking, entries: first })).rejects.toThrow(/Something else was booked/)
  expect(await postAlone(booking)).toBe(false)
})

test('a balance beyond the exact integers is an error, never a rounded number', async () => {
  const account = newCredit()
  const grant = (amountMicros: number) =>
    postAlone({
      kind: 'creditGranted',
      reference: randomUUID(),
      entries: [
        { account, amountMicros },
        { account: { kind: 'grants' }, amountMicros: -amountMicros },
      ],
    })
  await grant(Number.MAX_SAFE_INTEGER)
  expect(await balanceOf(store.db, account)).toBe(Number.MAX_SAFE_INTEGER)
  await grant(2)
  await expect(balanceOf(store.db, account)).rejects.toThrow(RangeError)
})

test('the database itself prevents changes of bookings, and requires balanced entries', async () => {
  const account = newCredit()
  await postAlone(earned(account, 70))
  for (const statement of [
    'update ledger_entry set amount_micros = 1',
    'delete from ledger_entry',
    'truncate ledger_entry',
    `update ledger_transaction set reference = 'x'`,
    'delete from ledger_transaction',
    `insert into ledger_entry (transaction_id, account_id, amount_micros)
       select t.id, a.id, 1 from ledger_transaction t, ledger_account a limit 1`,
  ])
    await expect(store.pool.query(statement), statement).rejects.toMatchObject({ code: '23514' })
  expect(await balanceOf(store.db, account)).toBe(70)
})
