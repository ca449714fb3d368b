import { randomUUID } from 'node:crypto'
import { balanceOf } from '../../server/money/ledger.ts'
import { meterUsage } from '../../server/money/metering/meter-usage.ts'
import { organizations, usageIntervals } from '../../server/store/schema.ts'
import type { OrganizationId, ProjectId } from '../../src/contract/wire/common.ts'
import { type LedgerHarness, ledgerHarness } from './ledger-harness.ts'

export interface Usage {
  organizationId: OrganizationId
  projectId?: ProjectId
  dailyPriceMicros: number
  startedAt: Date
  endedAt?: Date
}

export interface MeteringHarness extends LedgerHarness {
  /** An organisation that exists, as usage requires. */
  newOrganization(): Promise<OrganizationId>
  use(usage: Usage): Promise<string>
  end(intervalId: string, endedAt: Date): Promise<void>
  /** Fails if the usage of an organisation cannot be booked. */
  meter(until: Date): Promise<void>
  owed(organizationId: OrganizationId): Promise<number>
  earned(part?: 'compute' | 'expiredCredit'): Promise<number>
  /** The sum of the lines of an interval, and what is counted of it. */
  charged(intervalId: string): Promise<{ lines: number; counted: number; settled: boolean }>
}

export const meteringHarness = async (): Promise<MeteringHarness> => {
  const harness = await ledgerHarness()
  const { db, pool } = harness.store
  return {
    ...harness,
    newOrganization: async () => {
      const id = harness.organization()
      await db.insert(organizations).values({
        id,
        name: id,
        username: id,
        siteId: harness.organization(),
        computeId: harness.organization(),
        storageId: harness.organization(),
      })
      return id
    },
    use: async (usage) => {
      const [row] = await db
        .insert(usageIntervals)
        .values({
          projectId: randomUUID() as ProjectId,
          instanceId: randomUUID() as never,
          subjectId: randomUUID(),
          ...usage,
        })
        .returning({ id: usageIntervals.id })
      if (!row) throw new Error('The interval was not created.')
      return row.id
    },
    end: async (id, endedAt) => {
      await pool.query('update usage_interval set ended_at = $2 where id = $1', [id, endedAt])
    },
    meter: async (until) => {
      await meterUsage(db, until, (error) => {
        throw error
      })
    },
    owed: async (organizationId) => Number(-(await balanceOf(db, { kind: 'receivable', organizationId }))),
    earned: async (part = 'compute') => Number(await balanceOf(db, { kind: 'revenue', part })),
    charged: async (id) => {
      const { rows } = await pool.query(
        `select u.counted_micros::int as counted, u.settled, coalesce((
           select sum(line.amount) from usage_charge c, unnest(c.interval_ids, c.amounts) as line (id, amount)
           where line.id = u.id and c.organization_id = u.organization_id), 0)::int as lines
         from usage_interval u where u.id = $1`,
        [id],
      )
      return rows[0]
    },
  }
}
