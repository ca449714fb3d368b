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
  const tables = [
    'ledger_account',
    'ledger_transaction',
    'ledger_entry',
    'ledger_lot',
    'ledger_hold',
    'ledger_hold_lot',
  ]
  return Promise.all(
    tables.map(async (table) => (await harness.store.pool.query(`select * from ${table} t order by t::text`)).rows),
  )
}

/** Runs statements in one transaction, and expects that one of them or the commit fails, by a certain constraint if given. */
const expectRejected = async (...statements: string[]) => expectViolation(undefined, ...statements)
const expectViolation = async (constraint: string | undefined, ...statements: string[]) => {
  const before = await everything()
  const client = new pg.Client({ connectionString: harness.store.url })
  await client.connect()
  try {
    await expect(client.query(['begin', ...statements, 'commit'].join(';'))).rejects.toMatchObject({
      code: '23514',
      ...(constraint === undefined ? {} : { constraint }),
    })
  } finally {
    await client.end()
  }
  expect(await everything()).toEqual(before)
}

const booking = (key: string = randomUUID(), xid = 'pg_current_xact_id()') =>
  `insert into ledger_transaction (id, kind, key, cause_kind, cause_id, at, xid)
   values ('${key}', 'test', '${key}', 'test', '1', now(), ${xid})`
const entries = (key: string, ...values: string[]) =>
  `insert into ledger_entry (transaction_id, account_id, lot_id, amount) values ${values
    .map((value) => `('${key}', ${value})`)
    .join(', ')}`
/** Both in one statement, as bookings are made. */
const whole = (key: string, ...values: string[]) => `with made as (${booking(key)}) ${entries(key, ...values)}`
const balanced = () => [`'${grantsId}', null, 5`, `'${grantsId}', null, -5`] as const

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
  'truncate ledger_hold cascade',
  'update ledger_hold_lot set remaining = remaining + 1',
  'delete from ledger_hold_lot',
  'truncate ledger_hold_lot',
  'insert into ledger_hold_lot values (gen_random_uuid(), gen_random_uuid(), 1)',
  'update ledger_snapshot set balance = 1',
  'truncate ledger_snapshot',
  `insert into ledger_transaction (id, kind, key, cause_kind, cause_id, at)
     select id, kind, key, cause_kind, cause_id, at from ledger_transaction on conflict (key) do update set kind = 'x'`,
  `merge into ledger_entry using (select 1) as one on true when matched then update set amount = 1`,
  `merge into ledger_account using (select 1) as one on true when matched then delete`,
])('%s is rejected', (statement) => expectRejected(statement))

test('a booking with balanced entries in one statement is accepted', async () => {
  const key = randomUUID()
  const other = randomUUID()
  await harness.store.pool.query(whole(key, ...balanced()))
  await harness.store.pool.query(
    `begin; ${whole(other, `'${creditId}', '${lotId}', -1`, `'${grantsId}', null, 1`)};
     set constraints all immediate; ${whole(randomUUID(), `'${creditId}', '${lotId}', 1`, `'${grantsId}', null, -1`)}; commit`,
  )
  const { rows } = await harness.store.pool.query(
    'select count(*)::int as count from ledger_entry where transaction_id = any($1)',
    [[key, other]],
  )
  expect(rows).toEqual([{ count: 4 }])
})

test('no entry is added to a booking that is committed', async () => {
  await expectViolation(
    'ledger_entry_booking',
    entries(bookingId, `'${creditId}', '${lotId}', 5`, `'${grantsId}', null, -5`),
  )
  await expectViolation('ledger_entry_booking', entries(bookingId, ...balanced()))
})

test('no entry is added to a booking in its own transaction, also not as many as it has', async () => {
  const key = randomUUID()
  for (const later of [balanced(), [...balanced(), ...balanced()]])
    await expectViolation('ledger_entry_booking', whole(key, ...balanced()), entries(key, ...later))
  await expectViolation(
    'ledger_entry_booking',
    'savepoint s',
    whole(key, ...balanced()),
    'release s',
    entries(key, ...balanced()),
  )
  const other = randomUUID()
  await expectViolation(
    'ledger_entry_booking',
    whole(key, ...balanced()),
    `with made as (${booking(other)}), late as (${entries(key, ...balanced())}) ${entries(other, ...balanced())}`,
  )
})

test('entries of one booking may come in parts of one statement, and are checked together', async () => {
  const key = randomUUID()
  const parts = (one: number, other: number) =>
    `with made as (${booking(key)}), part as (${entries(key, `'${grantsId}', null, ${one}`)})
     ${entries(key, `'${grantsId}', null, ${other}`)}`
  await expectViolation('ledger_balanced', parts(5, -4))
  await harness.store.pool.query(parts(5, -5))
})

test('a booking and its entries come in one statement', async () => {
  const key = randomUUID()
  await expectViolation('ledger_transaction_entries', booking(key))
  await expectViolation('ledger_transaction_entries', booking(key), entries(key, ...balanced()))
  await expectViolation('ledger_entry_booking', entries(key, ...balanced()), booking(key))
  await expectViolation('ledger_entry_booking', entries(randomUUID(), ...balanced()))
  await expectViolation(
    'ledger_transaction_entries',
    `with made as (${booking(key)}), other as (${booking()}) ${entries(key, ...balanced())}`,
  )
  await expectViolation(
    'ledger_transaction_entries',
    `do $$ begin ${booking(key)}; ${entries(key, ...balanced())}; end $$`,
  )
})

test('no booking pretends to be of another database transaction', async () => {
  const key = randomUUID()
  const next = '(pg_current_xact_id()::text::bigint + 1)::text::xid8'
  for (const xid of [next, `'1'`]) {
    await expectViolation('ledger_entry_booking', `with made as (${booking(key, xid)}) ${entries(key, ...balanced())}`)
    await expectViolation(
      'ledger_entry_account',
      `with made as (${booking(key)})
       insert into ledger_entry (transaction_id, account_id, amount, xid)
       values ('${key}', '${grantsId}', 5, ${xid}), ('${key}', '${grantsId}', -5, ${xid})`,
    )
  }
})

test('entries that are not balanced in each currency are rejected', async () => {
  const key = randomUUID()
  await expectViolation('ledger_balanced', whole(key, `'${grantsId}', null, 5`))
  await expectViolation('ledger_balanced', whole(key, `'${grantsId}', null, 5`, `'${creditId}', '${lotId}', -4`))
  const other = randomUUID()
  await expectViolation(
    'ledger_balanced',
    `with made as (${booking(key)}), further as (${booking(other)})
     insert into ledger_entry (transaction_id, account_id, amount) values
       ('${key}', '${grantsId}', 5), ('${key}', '${grantsId}', -4),
       ('${other}', '${grantsId}', 5), ('${other}', '${grantsId}', -6)`,
  )
  const token = randomUUID()
  await expectViolation(
    'ledger_balanced',
    `insert into ledger_account (id, kind, currency, created_at) values ('${token}', 'exchange', '${token}', now())`,
    `with made as (${booking(key)})
     insert into ledger_entry (transaction_id, account_id, currency, amount) values
       ('${key}', '${grantsId}', 'USD', 5), ('${key}', '${token}', '${token}', -5)`,
  )
})

test.each(['0', '0.4', `'NaN'`])('an entry of %s is rejected', async (amount) => {
  const key = randomUUID()
  await expectRejected(whole(key, `'${grantsId}', null, ${amount}`, `'${grantsId}', null, -1`))
  await expectRejected(whole(key, `'${grantsId}', null, ${amount}`, `'${creditId}', '${lotId}', ${amount}`))
})

test('an entry of credit names a lot of its account, and no other entry does', async () => {
  const key = randomUUID()
  const other = await harness.grant(harness.organization(), 5n)
  for (const place of [
    `'${creditId}', null`,
    `'${creditId}', '${other}'`,
    `'${creditId}', '${randomUUID()}'`,
    `'${grantsId}', '${lotId}'`,
    `'${randomUUID()}', null`,
  ])
    await expectViolation('ledger_entry_account', whole(key, `${place}, 5`, `'${grantsId}', null, -5`))
})

test('an entry is in the currency of its account', async () => {
  const key = randomUUID()
  await expectViolation(
    'ledger_entry_account',
    `with made as (${booking(key)}) insert into ledger_entry (transaction_id, account_id, currency, amount)
     values ('${key}', '${grantsId}', 'token', 5), ('${key}', '${grantsId}', 'token', -5)`,
  )
})

test('an account, a lot or a hold is never below zero, nor below what is held', async () => {
  const key = randomUUID()
  for (const amount of [71, 51])
    await expectRejected(whole(key, `'${creditId}', '${lotId}', -${amount}`, `'${grantsId}', null, ${amount}`))
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
  await expectRejected(whole(key, `'${rows[0].id}', null, 6`, `'${grantsId}', null, -6`))
})
