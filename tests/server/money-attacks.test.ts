import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LedgerHarness, ledgerHarness } from './ledger-harness.ts'

/** Whoever may run SQL, but not change the schema, cannot change what was booked. */
let harness: LedgerHarness
let bookingId: string
let lotId: string
let creditId: string
let grantsId: string
beforeAll(async () => {
  harness = await ledgerHarness()
  const organizationId = harness.organization()
  lotId = await harness.grant(organizationId, 70n)
  await harness.hold(organizationId, 20n)
  const { rows } = await harness.store.pool.query(
    `select t.id as booking, a.id as credit, (select id from ledger_account where kind = 'grants') as grants
     from ledger_account a, ledger_transaction t where a.kind = 'credit' order by t.at limit 1`,
  )
  bookingId = rows[0].booking
  creditId = rows[0].credit
  grantsId = rows[0].grants
})
afterAll(() => harness.close())

const everything = async () => {
  const tables = ['ledger_account', 'ledger_transaction', 'ledger_entry', 'ledger_lot', 'ledger_hold']
  return Promise.all(
    tables.map(async (table) => (await harness.store.pool.query(`select * from ${table} t order by t::text`)).rows),
  )
}

/** Runs statements in one transaction, and expects that one of them or the commit fails. */
const expectRejected = async (...statements: string[]) => {
  const before = await everything()
  const client = new pg.Client({ connectionString: harness.store.url })
  await client.connect()
  try {
    await expect(client.query(['begin', ...statements, 'commit'].join(';'))).rejects.toMatchObject({ code: '23514' })
  } finally {
    await client.end()
  }
  expect(await everything()).toEqual(before)
}

const booking = (key = randomUUID()) =>
  `insert into ledger_transaction (id, kind, key, cause_kind, cause_id, at) values ('${key}', 'test', '${key}', 'test', '1', now())`
const entries = (key: string, ...values: string[]) =>
  `insert into ledger_entry (transaction_id, account_id, lot_id, amount) values ${values
    .map((value) => `('${key}', ${value})`)
    .join(', ')}`

test.each([
  'update ledger_entry set amount = 1',
  'update ledger_entry set amount = amount',
  'delete from ledger_entry',
  'truncate ledger_entry',
  'truncate ledger_transaction, ledger_entry',
  `update ledger_transaction set key = 'x'`,
  'update ledger_transaction set xid = pg_current_xact_id()',
  'delete from ledger_transaction',
  'truncate ledger_transaction',
  'update ledger_account set posted = posted + 1',
  'update ledger_account set held = 0',
  `update ledger_account set kind = 'grants'`,
  'delete from ledger_account',
  'truncate ledger_account cascade',
  'update ledger_lot set remaining = remaining + 1',
  'update ledger_lot set expires_at = null',
  'delete from ledger_lot',
  'truncate ledger_lot',
  'update ledger_hold set remaining = 0',
  'delete from ledger_hold',
  'truncate ledger_hold',
  'update ledger_snapshot set balance = 1',
  'truncate ledger_snapshot',
  `insert into ledger_transaction (id, kind, key, cause_kind, cause_id, at)
     select id, kind, key, cause_kind, cause_id, at from ledger_transaction on conflict (key) do update set kind = 'x'`,
  `merge into ledger_entry using (select 1) as one on true when matched then update set amount = 1`,
  `merge into ledger_account using (select 1) as one on true when matched then delete`,
])('%s is rejected', (statement) => expectRejected(statement))

test('no entry is added to a booking that is committed', async () => {
  await expectRejected(entries(bookingId, `'${creditId}', '${lotId}', 5`, `'${grantsId}', null, -5`))
  await expectRejected(entries(bookingId, `'${grantsId}', null, 5`, `'${grantsId}', null, -5`))
})

test('no booking pretends to be of another database transaction', async () => {
  const key = randomUUID()
  const forged = `insert into ledger_transaction (id, kind, key, cause_kind, cause_id, at, xid)
    values ('${key}', 'test', '${key}', 'test', '1', now(), (pg_current_xact_id()::text::bigint + 1)::text::xid8)`
  await harness.store.pool.query(
    `begin; ${forged}; ${entries(key, `'${grantsId}', null, 5`, `'${grantsId}', null, -5`)}; commit`,
  )
  await expectRejected(entries(key, `'${grantsId}', null, 5`, `'${grantsId}', null, -5`))
  const other = randomUUID()
  await expectRejected(
    booking(other),
    `insert into ledger_entry (transaction_id, account_id, amount, xid)
     values ('${other}', '${grantsId}', 5, '1'), ('${other}', '${grantsId}', -5, '1')`,
  )
})

test('a booking without entries, or with entries that are not balanced, is rejected on commit', async () => {
  await expectRejected(booking())
  const key = randomUUID()
  await expectRejected(booking(key), entries(key, `'${grantsId}', null, 5`))
  await expectRejected(booking(key), entries(key, `'${grantsId}', null, 5`, `'${creditId}', '${lotId}', -4`))
  await expectRejected(entries(randomUUID(), `'${grantsId}', null, 5`, `'${grantsId}', null, -5`))
})

test('the balance cannot be checked before the last entry', async () => {
  const key = randomUUID()
  const balanced = entries(key, `'${grantsId}', null, 5`, `'${grantsId}', null, -5`)
  await expectRejected('set constraints all immediate', booking(key), balanced)
  await expectRejected(booking(key), balanced, 'set constraints all immediate', entries(key, `'${grantsId}', null, 7`))
  await expectRejected(booking(key), balanced, balanced)
})

test.each(['0', '0.4', `'NaN'`])('an entry of %s is rejected', async (amount) => {
  const key = randomUUID()
  await expectRejected(booking(key), entries(key, `'${grantsId}', null, ${amount}`, `'${grantsId}', null, -1`))
  await expectRejected(
    booking(key),
    entries(key, `'${grantsId}', null, ${amount}`, `'${creditId}', '${lotId}', ${amount}`),
  )
})

test('an entry of credit names a lot of its account, and no other entry does', async () => {
  const key = randomUUID()
  const other = await harness.grant(harness.organization(), 5n)
  await expectRejected(booking(key), entries(key, `'${creditId}', null, 5`, `'${grantsId}', null, -5`))
  await expectRejected(booking(key), entries(key, `'${creditId}', '${other}', 5`, `'${grantsId}', null, -5`))
  await expectRejected(booking(key), entries(key, `'${creditId}', '${randomUUID()}', 5`, `'${grantsId}', null, -5`))
  await expectRejected(booking(key), entries(key, `'${grantsId}', '${lotId}', 5`, `'${grantsId}', null, -5`))
  await expectRejected(booking(key), entries(key, `'${randomUUID()}', null, 5`, `'${grantsId}', null, -5`))
})

test('an entry is in the currency of its account', async () => {
  const key = randomUUID()
  await expectRejected(
    booking(key),
    `insert into ledger_entry (transaction_id, account_id, currency, amount)
     values ('${key}', '${grantsId}', 'token', 5), ('${key}', '${grantsId}', 'token', -5)`,
  )
})

test('an account, a lot or a hold is never below zero, nor below what is held', async () => {
  const key = randomUUID()
  for (const amount of [71, 51])
    await expectRejected(
      booking(key),
      entries(key, `'${creditId}', '${lotId}', -${amount}`, `'${grantsId}', null, ${amount}`),
    )
})

test('balances of new accounts, lots and holds begin at zero, whatever a statement says', async () => {
  const { pool } = harness.store
  const id = randomUUID()
  await pool.query(
    `insert into ledger_account (id, kind, user_id, posted, held, created_at) values ('${id}', 'platformCredit', '${id}', 5, 1, now())`,
  )
  await pool.query(
    `insert into ledger_lot (id, account_id, source, valid_from, price_paid, remaining) values ('${id}', '${creditId}', 'coupon', now(), 0, 5)`,
  )
  await pool.query(
    `insert into ledger_hold (id, account_id, scopes, at, remaining) values ('${id}', '${creditId}', '{}', now(), 5)`,
  )
  const { rows } = await pool.query(
    `select posted::text, held::text, (select remaining::text from ledger_lot where id = $1) as lot,
       (select remaining::text from ledger_hold where id = $1) as hold from ledger_account where id = $1`,
    [id],
  )
  expect(rows).toEqual([{ posted: '0', held: '0', lot: '0', hold: '0' }])
})

test('what an organisation owes is never above zero', async () => {
  const organizationId = harness.organization()
  await harness.spend(organizationId, 5n, { onShortfall: 'owe' })
  const { rows } = await harness.store.pool.query(
    `select id, posted::text from ledger_account where kind = 'receivable' and organization_id = $1`,
    [organizationId],
  )
  expect(rows[0].posted).toBe('-5')
  const key = randomUUID()
  await expectRejected(booking(key), entries(key, `'${rows[0].id}', null, 6`, `'${grantsId}', null, -6`))
})
