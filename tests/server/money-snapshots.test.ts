import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '../../server/money/account.ts'
import { takeSnapshots } from '../../server/money/balance-snapshots.ts'
import type { Booking } from '../../server/money/booking.ts'
import { balanceOf } from '../../server/money/ledger.ts'
import { postBooking } from '../../server/money/post-booking.ts'
import { checkLedger } from '../../server/money/records/check-ledger.ts'
import { inSnapshot } from '../../server/money/records/in-snapshot.ts'
import { isLongRun } from '../long-runs.ts'
import { type LedgerHarness, ledgerHarness, noon } from './ledger-harness.ts'
import { until } from './until.ts'

let harness: LedgerHarness
beforeAll(async () => {
  harness = await ledgerHarness()
})
afterAll(() => harness.close())

const treasury = (): Account => ({ kind: 'treasury', part: randomUUID() })
const moved = (account: Account, amount: bigint): Booking => ({
  kind: 'creditGranted',
  key: randomUUID(),
  cause: { kind: 'test', id: '1' },
  at: noon,
  entries: [
    { account, amount },
    { account: { kind: 'unallocated' }, amount: -amount },
  ],
})
const book = (account: Account, amount: bigint) =>
  harness.store.db.transaction((tx) => postBooking(tx, moved(account, amount)))
const balance = (account: Account) => balanceOf(harness.store.db, account)
const snapshot = () => takeSnapshots(harness.store.db, noon, 1)
/** Takes snapshots until they are as expected: transactions of other databases hold the bound back too. */
const expectSnapshots = (account: { part: string }, expected: string[], minEntries = 1) =>
  until(async () => {
    await takeSnapshots(harness.store.db, noon, minEntries)
    return (await snapshotsOf(account)).join() === expected.join()
  }, 60_000)
const snapshotsOf = async ({ part }: { part?: string }) => {
  const { rows } = await harness.store.pool.query(
    `select balance::text from ledger_snapshot s join ledger_account a on a.id = s.account_id where a.part = $1 order by bound`,
    [part],
  )
  return rows.map((row) => row.balance)
}

/** Books in a transaction that stays open until `finish` is called. */
const openWriter = async (account: Account, amount: bigint) => {
  const opened = Promise.withResolvers<void>()
  const finished = Promise.withResolvers<void>()
  const done = harness.store.db.transaction(async (tx) => {
    await postBooking(tx, moved(account, amount))
    opened.resolve()
    await finished.promise
  })
  await Promise.race([opened.promise, done])
  return async () => {
    finished.resolve()
    await done
  }
}

test('a snapshot never misses the entry of a transaction that was open when it was taken', async () => {
  const account = treasury() as Account & { part: string }
  await book(account, 100n)
  const finish = await openWriter(account, 5n)
  await book(account, 7n)
  await expectSnapshots(account, ['100'])
  expect(await balance(account)).toBe(107n)
  await book(account, 20n)
  await finish()
  expect(await balance(account)).toBe(132n)
  await until(async () => {
    await snapshot()
    return (await snapshotsOf(account)).at(-1) === '132'
  }, 60_000)
  expect(await balance(account)).toBe(132n)
  expect(await inSnapshot(harness.store.url, checkLedger)).toEqual([])
}, 150_000)

test('accounts of the installation make no booking wait for another', async () => {
  const account = treasury()
  await book(account, 1n)
  const finish = await openWriter(account, 5n)
  try {
    await harness.store.db.transaction(async (tx) => {
      await tx.execute(sql`set local lock_timeout = '3s'`)
      await postBooking(tx, moved(account, 7n))
    })
    expect(await balance(account)).toBe(8n)
  } finally {
    await finish()
  }
})

test('snapshots are taken of accounts with enough new entries, and only the two latest are kept', async () => {
  const account = treasury() as Account & { part: string }
  await book(account, 1n)
  await takeSnapshots(harness.store.db, noon, 2)
  expect(await snapshotsOf(account)).toEqual([])
  await book(account, 2n)
  await expectSnapshots(account, ['3'], 2)
  await book(account, 3n)
  await takeSnapshots(harness.store.db, noon, 2)
  expect(await snapshotsOf(account)).toEqual(['3'])
  await book(account, 4n)
  await expectSnapshots(account, ['3', '10'])
  await book(account, 5n)
  await expectSnapshots(account, ['10', '15'])
  expect(await balance(account)).toBe(15n)
}, 150_000)

test('a snapshot of another database cluster does not count', async () => {
  const account = treasury() as Account & { part: string }
  await book(account, 9n)
  await harness.store.pool.query(
    `insert into ledger_snapshot select id, 1, '9000000000', 1000, now() from ledger_account where part = $1`,
    [account.part],
  )
  expect(await balance(account)).toBe(9n)
  await snapshot()
  expect(await balance(account)).toBe(9n)
})

test('while many write and snapshots are taken, each balance is the sum of the entries that are visible', async () => {
  const account = treasury() as Account & { part: string }
  await book(account, 1n)
  let isWriting = true
  const writer = async (number: number) => {
    for (let turn = 0; turn < (isLongRun ? 200 : 25); turn += 1)
      await harness.store.db.transaction(async (tx) => {
        await postBooking(tx, moved(account, BigInt(number * 1000 + turn)))
        if (turn % 3 === 0) await tx.execute(sql`select pg_sleep(random() * 0.02)`)
      })
  }
  const snapshots = async () => {
    while (isWriting) await snapshot()
  }
  let compared = 0
  const reader = async () => {
    while (isWriting)
      await harness.store.db.transaction(
        async (tx) => {
          const { rows } = await tx.execute<{ sum: string }>(sql`
            select sum(amount)::text as sum from ledger_entry e join ledger_account a on a.id = e.account_id
            where a.part = ${account.part}`)
          expect(await balanceOf(tx, account)).toBe(BigInt(rows[0]?.sum ?? 0))
          compared += 1
        },
        { isolationLevel: 'repeatable read' },
      )
  }
  const writers = Promise.all([1, 2, 3, 4].map(writer)).finally(() => {
    isWriting = false
  })
  await Promise.all([writers, snapshots(), reader(), reader()])
  expect(compared).toBeGreaterThan(5)
  expect(await inSnapshot(harness.store.url, checkLedger)).toEqual([])
}, 120_000)
