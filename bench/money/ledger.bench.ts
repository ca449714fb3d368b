import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { takeSnapshots } from '../../server/money/balance-snapshots.ts'
import { bookMany } from '../../server/money/book-many.ts'
import { spendCredit } from '../../server/money/credit/spend-credit.ts'
import { balanceOf } from '../../server/money/ledger.ts'
import { checkLedger } from '../../server/money/records/check-ledger.ts'
import { inSnapshot } from '../../server/money/records/in-snapshot.ts'
import { median, printFigure, quantile } from '../support/figures.ts'
import { compare, perSecond, print } from '../support/ratio.ts'
import { at, bookingOf, type Customer, cause, insertBare, revenue, startBenchLedger } from './bench-ledger.ts'

const ORGANIZATIONS = 20
const CONNECTIONS = 16
/** Bookings of one call, as of a minute of metering. */
const TOGETHER = 100
const HISTORY = 1_000_000
const BALANCES = 200

const { db, pool, url, addCustomer, stop } = await startBenchLedger(CONNECTIONS + 4)

const inTransaction = async (run: (client: pg.PoolClient) => Promise<void>) => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await run(client)
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

const onEachConnection = async (run: (connection: number) => Promise<void>) => {
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, connection) => run(connection)))
}

const measureBookings = async (customers: readonly Customer[], others: readonly string[]) => {
  const of = (first: number, count: number) =>
    Array.from({ length: count }, (_, place) => customers[(first + place) % customers.length] as Customer)
  const rounds = 2
  const many = await compare(
    {
      name: 'bookMany',
      run: async () => {
        for (let round = 0; round < rounds; round += 1)
          await db.transaction((tx) => bookMany(tx, of(round, TOGETHER).map(bookingOf)))
        return rounds * TOGETHER
      },
    },
    {
      name: 'bare inserts',
      run: async () => {
        for (let round = 0; round < rounds; round += 1)
          await inTransaction((client) => insertBare(client, of(round, TOGETHER), others))
        return rounds * TOGETHER
      },
    },
    9,
  )
  const hot = customers[0] as Customer
  const each = 4
  const bareUnderLock = async () => {
    await onEachConnection(async () => {
      for (let turn = 0; turn < each; turn += 1)
        await inTransaction(async (client) => {
          await client.query('select from bare_account where id = $1 for update', [hot.accountId])
          await insertBare(client, [hot], others)
        })
    })
    return each * CONNECTIONS
  }
  const one = await compare(
    {
      name: 'one hot organisation',
      run: async () => {
        await onEachConnection(async () => {
          for (let turn = 0; turn < each; turn += 1) await db.transaction((tx) => bookMany(tx, [bookingOf(hot)]))
        })
        return each * CONNECTIONS
      },
    },
    { name: 'inserts under a lock', run: bareUnderLock },
    9,
  )
  const spending = await compare(
    {
      name: 'spending',
      run: async () => {
        await onEachConnection(async () => {
          for (let turn = 0; turn < each; turn += 1)
            await db.transaction((tx) =>
              spendCredit(tx, [
                {
                  organizationId: hot.organizationId,
                  amount: 100n,
                  usedAt: at,
                  scopes: [],
                  to: revenue,
                  onShortfall: 'owe',
                  key: randomUUID(),
                  cause,
                  at,
                },
              ]),
            )
        })
        return each * CONNECTIONS
      },
    },
    { name: 'inserts under a lock', run: bareUnderLock },
    9,
  )
  const bar = { atLeast: 0.6 }
  const row = (what: string, baseline: string, { ours, baseline: rate, ratio }: typeof many) => ({
    what,
    ours: perSecond(ours),
    baseline: `${baseline} ${perSecond(rate)}`,
    ratio,
    bar,
  })
  print('Ledger', [
    row(
      `bookings of 4 entries, ${TOGETHER} at once, ${customers.length} organisations`,
      'bare inserts of the same rows',
      many,
    ),
    row(`bookings of 4 entries, one organisation, ${CONNECTIONS} connections`, 'inserts and a row FOR UPDATE', one),
    row(
      `choosing lots too, 2 entries, one organisation, ${CONNECTIONS} connections`,
      'inserts of 4 entries and a row FOR UPDATE',
      spending,
    ),
  ])
}

const measureBalance = async (customers: readonly Customer[]) => {
  const { rows } = await pool.query(
    `select count(*)::int as count from ledger_entry e join ledger_account a on a.id = e.account_id where a.kind = 'revenue'`,
  )
  for (let made = Number(rows[0].count); made < HISTORY; made += 50_000)
    await pool.query(
      `with made as (
         insert into ledger_transaction (kind, key, cause_kind, cause_id, at)
         select 'history', gen_random_uuid()::text, 'bench', '1', now() from generate_series(1, 50000) returning id
       ), account as (select (select id from ledger_account where kind = 'revenue') as revenue, (select id from ledger_account where kind = 'fees') as fees)
       insert into ledger_entry (transaction_id, account_id, amount)
       select made.id, case line when 0 then revenue else fees end, case line when 0 then 1 else -1 end
       from made, account, generate_series(0, 1) as line`,
    )
  await pool.query('analyze')
  const at0 = performance.now()
  await takeSnapshots(db, at)
  const snapshotMs = performance.now() - at0
  let isWriting = true
  let written = 0
  const writers = [0, 1].map(async (writer) => {
    while (isWriting) {
      await db.transaction((tx) => bookMany(tx, customers.map(bookingOf)))
      written += customers.length
      if (writer === 0 && written % 2000 < customers.length) await takeSnapshots(db, at)
    }
  })
  const sum = `select sum(e.amount) from ledger_entry e join ledger_account a on a.id = e.account_id where a.kind = 'revenue'`
  const times: number[] = []
  const sums: number[] = []
  const begunMs = performance.now()
  for (let turn = 0; turn < BALANCES; turn += 1) {
    const startedMs = performance.now()
    await balanceOf(db, revenue)
    times.push(performance.now() - startedMs)
    if (turn % 40 !== 0) continue
    const sumMs = performance.now()
    await pool.query(sum)
    sums.push(performance.now() - sumMs)
  }
  const seconds = (performance.now() - begunMs) / 1000
  isWriting = false
  await Promise.all(writers)
  const rate = perSecond(written / seconds)
  printFigure(
    `balance of an account with ${HISTORY.toLocaleString('en')} entries while ${rate} bookings are written`,
    median(times),
    'ms',
    5,
    `99 % in ${quantile(times, 0.99).toFixed(1)} ms; its entries summed up ${median(sums).toFixed(0)} ms; first snapshot ${snapshotMs.toFixed(0)} ms`,
  )
}

try {
  const customers: Customer[] = []
  for (let number = 0; number < ORGANIZATIONS; number += 1) customers.push(await addCustomer())
  await db.transaction((tx) => bookMany(tx, customers.map(bookingOf)))
  await pool.query(
    'insert into bare_account (id, kind, currency, created_at) select id, kind, currency, created_at from ledger_account where posted is null',
  )
  await pool.query(`insert into bare_account (id, kind, organization_id, posted, held, currency, created_at)
    select id, kind, organization_id, posted, held, currency, created_at from ledger_account where posted is not null`)
  const { rows } = await pool.query(`select id from ledger_account where kind in ('revenue', 'fees', 'taxPayable')`)
  await measureBookings(
    customers,
    rows.map(({ id }) => id),
  )
  await measureBalance(customers)
  const differences = await inSnapshot(url, checkLedger)
  if (differences.length > 0) throw new Error(`The ledger differs from its entries: ${JSON.stringify(differences)}`)
} finally {
  await stop()
}
