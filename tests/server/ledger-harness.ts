import { randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { pino } from 'pino'
import { type Grant, grantLot } from '../../server/money/credit/grant-lot.ts'
import { type HoldRequest, holdCredit } from '../../server/money/credit/hold-credit.ts'
import { type Spending, spendCredit } from '../../server/money/credit/spend-credit.ts'
import { type Db, openStore, type Store } from '../../server/store/connection.ts'
import * as schema from '../../server/store/schema.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { testDatabase } from './database.ts'

export const noon = new Date('2026-03-01T12:00:00Z')
export const after = (days: number): Date => new Date(noon.getTime() + days * 86_400_000)
const cause = { kind: 'test', id: '1' }

export interface LedgerHarness {
  store: Store
  organization(): OrganizationId
  /** Each is a transaction of its own, at noon unless given. */
  grant(organizationId: OrganizationId, amount: bigint, grant?: Partial<Grant>): Promise<string>
  hold(organizationId: OrganizationId, amount: bigint, hold?: Partial<HoldRequest>): Promise<string>
  spend(organizationId: OrganizationId, amount: bigint, spending?: Partial<Spending>): Promise<boolean>
  /** What remains of each lot, in the order given. */
  remaining(...lotIds: string[]): Promise<bigint[]>
  close(): Promise<void>
}

/** The ledger on a database of its own. */
export const ledgerHarness = async (): Promise<LedgerHarness> => {
  const database = await testDatabase()
  // A connection for each concurrent operation, which waits for the others as long as it takes.
  const pool = new pg.Pool({ connectionString: database.url, max: 24 })
  const db: Db = drizzle(pool, { schema, casing: 'snake_case' })
  const opened = openStore({ url: database.url, log: pino({ level: 'silent' }) })
  const store = { ...opened, pool, db }
  return {
    store,
    organization: () => randomUUID() as OrganizationId,
    grant: (organizationId, amount, grant = {}) =>
      store.db.transaction((tx) =>
        grantLot(tx, {
          organizationId,
          amount,
          source: 'coupon',
          from: { kind: 'grants' },
          kind: 'creditGranted',
          key: randomUUID(),
          cause,
          at: noon,
          ...grant,
        }),
      ),
    hold: (organizationId, amount, hold = {}) =>
      store.db.transaction((tx) =>
        holdCredit(tx, { organizationId, amount, scopes: [], key: randomUUID(), cause, at: noon, ...hold }),
      ),
    spend: async (organizationId, amount, spending = {}) => {
      const [booked] = await store.db.transaction((tx) =>
        spendCredit(tx, [
          {
            organizationId,
            amount,
            usedAt: noon,
            scopes: [],
            to: { kind: 'revenue', part: 'compute' },
            onShortfall: 'reject',
            key: randomUUID(),
            cause,
            at: noon,
            ...spending,
          },
        ]),
      )
      return booked?.isNew ?? false
    },
    remaining: async (...lotIds) => {
      const { rows } = await store.pool.query('select id, remaining::text from ledger_lot where id = any($1)', [lotIds])
      return lotIds.map((id) => BigInt(rows.find((row) => row.id === id)?.remaining ?? -1))
    },
    close: async () => {
      await pool.end()
      await opened.close()
      await database.close()
    },
  }
}
