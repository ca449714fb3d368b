import { randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { pino } from 'pino'
import type { Account } from '../../server/money/account.ts'
import type { Booking } from '../../server/money/booking.ts'
import { grantLot } from '../../server/money/credit/grant-lot.ts'
import type { Db } from '../../server/store/connection.ts'
import { startEmbedded } from '../../server/store/embedded.ts'
import { migrate } from '../../server/store/migrate.ts'
import * as schema from '../../server/store/schema.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { makeFolder } from '../support/control-plane.ts'

export const at = new Date()
export const cause = { kind: 'bench', id: '1' }
export const revenue: Account = { kind: 'revenue', part: 'compute' }

export interface Customer {
  organizationId: OrganizationId
  lotId: string
  accountId: string
}

/** A database with the ledger, and tables without triggers for the same rows: their columns, keys and indexes. */
export const startBenchLedger = async (connections: number) => {
  const log = pino({ level: 'error' })
  const folder = await makeFolder()
  const database = await startEmbedded({ dataFolder: folder.path, log })
  const pool = new pg.Pool({ connectionString: database.url, max: connections })
  pool.on('error', () => {})
  const db: Db = drizzle(pool, { schema, casing: 'snake_case' })
  await migrate(pool)
  for (const table of ['transaction', 'entry', 'account'])
    await pool.query(`create table bare_${table} (like ledger_${table} including all)`)

  const addCustomer = async (): Promise<Customer> => {
    const organizationId = randomUUID() as OrganizationId
    const lotId = await db.transaction((tx) =>
      grantLot(tx, {
        organizationId,
        amount: 10n ** 15n,
        source: 'purchase',
        from: { kind: 'processor', part: 'bench' },
        kind: 'creditPurchased',
        key: randomUUID(),
        cause,
        at,
      }),
    )
    const { rows } = await pool.query('select account_id from ledger_lot where id = $1', [lotId])
    return { organizationId, lotId, accountId: rows[0].account_id }
  }

  return {
    db,
    pool,
    url: database.url,
    addCustomer,
    stop: async () => {
      await pool.end()
      await database.stop()
      await folder.remove()
    },
  }
}

/** Four entries: credit into revenue, a fee and tax. */
export const bookingOf = ({ organizationId, lotId }: Customer): Booking => ({
  kind: 'creditSpent',
  key: randomUUID(),
  cause,
  at,
  entries: [
    { account: { kind: 'credit', organizationId }, lotId, amount: -100n },
    { account: revenue, amount: 80n },
    { account: { kind: 'fees' }, amount: 10n },
    { account: { kind: 'taxPayable', part: 'bench' }, amount: 10n },
  ],
})

/** The same rows in tables with the same columns, keys and indexes, without triggers. */
export const insertBare = async (client: pg.PoolClient, customers: readonly Customer[], others: readonly string[]) => {
  const ids = customers.map(() => randomUUID())
  await client.query(
    `insert into bare_transaction (id, kind, key, cause_kind, cause_id, at)
     select id, 'creditSpent', id::text, 'bench', '1', $2 from unnest($1::uuid[]) as id`,
    [ids, at],
  )
  const lines = customers.flatMap(({ accountId, lotId }, place) =>
    [accountId, ...others].map((account, line) => ({
      id: ids[place],
      account,
      lot: line === 0 ? lotId : null,
      amount: [-100, 80, 10, 10][line],
    })),
  )
  await client.query(
    `insert into bare_entry (transaction_id, account_id, lot_id, currency, amount)
     select transaction_id, account_id, lot_id, 'USD', amount
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::numeric[]) as line (transaction_id, account_id, lot_id, amount)`,
    [
      lines.map(({ id }) => id),
      lines.map(({ account }) => account),
      lines.map(({ lot }) => lot),
      lines.map(({ amount }) => amount),
    ],
  )
}
