import { sql } from 'drizzle-orm'
import type { OrganizationId, ProjectId } from '../../../src/contract/wire/common.ts'
import type { DbOrTx, Tx } from '../../store/connection.ts'
import type { CountedInterval, UsageLine } from './counted-usage.ts'

type IntervalRow = {
  id: string
  organization_id: OrganizationId
  project_id: ProjectId
  price: string
  started: string
  ended: string | null
  counted: string
  until: string | null
}

/** Of intervals `u` that may cost something that is not counted: those that run, and those whose end is not counted. */
const isDue = (until: Date) => sql`not u.settled and u.started_at < ${until.toISOString()}
  and (u.counted_until is null or u.counted_until < ${until.toISOString()} or u.ended_at is not null)`

/** Returns the organisations that used something, hold credit, or owe something and have credit. */
export const organizationsToMeter = async (db: DbOrTx, until: Date): Promise<OrganizationId[]> => {
  const { rows } = await db.execute<{ id: OrganizationId }>(sql`
    select u.organization_id as id from usage_interval u where ${isDue(until)}
    union select p.organization_id from project_hold p join ledger_hold h on h.id = p.hold_id and h.remaining > 0
    union select debt.organization_id from ledger_account debt
    join ledger_account credit using (organization_id, currency)
    where debt.kind = 'receivable' and debt.posted < 0 and credit.kind = 'credit' and credit.posted > credit.held
    order by 1`)
  return rows.map(({ id }) => id)
}

/** Call it while the accounts of the organisations are locked. */
export const dueIntervals = async (
  tx: Tx,
  organizationIds: readonly OrganizationId[],
  until: Date,
): Promise<CountedInterval[]> => {
  const ms = (column: string) => sql.raw(`(extract(epoch from u.${column}) * 1000)::bigint`)
  const { rows } = await tx.execute<IntervalRow>(sql`
    select u.id, u.organization_id, u.project_id, u.daily_price_micros as price, u.counted_micros as counted,
      ${ms('started_at')} as started, ${ms('ended_at')} as ended, ${ms('counted_until')} as until
    from usage_interval u
    where u.organization_id = any(${sql.param([...organizationIds])}::uuid[]) and ${isDue(until)} order by u.id`)
  const numberOf = (text: string | null) => (text === null ? null : Number(text))
  return rows.map((row) => ({
    id: row.id,
    organizationId: row.organization_id,
    projectId: row.project_id,
    dailyPriceMicros: BigInt(row.price),
    startedMs: Number(row.started),
    endedMs: numberOf(row.ended),
    countedMicros: BigInt(row.counted),
    countedUntilMs: numberOf(row.until),
  }))
}

/** Records what is counted now. An interval whose end is counted is not read again. */
export const markCounted = async (tx: Tx, lines: readonly UsageLine[]): Promise<void> => {
  const each = <T>(pick: (line: UsageLine) => T) => sql.param(lines.map(pick))
  await tx.execute(sql`
    update usage_interval u set counted_micros = line.micros, settled = line.settled,
      counted_until = to_timestamp(line.until_ms / 1000.0)
    from unnest(${each(({ interval }) => interval.id)}::uuid[],
      ${each(({ interval, micros }) => String(interval.countedMicros + micros))}::bigint[],
      ${each(({ untilMs }) => untilMs)}::bigint[],
      ${each(({ interval, untilMs }) => interval.endedMs !== null && untilMs >= interval.endedMs)}::boolean[])
      as line (id, micros, until_ms, settled)
    where u.id = line.id`)
}
