import { type SQL, sql } from 'drizzle-orm'
import type { FundsUsage } from '../../../src/contract/wire/instance/usage.ts'
import type { DbOrTx } from '../../store/connection.ts'

const DAY_MS = 86_400_000
const DEFAULT_DAYS = 30

export interface Period {
  from: Date
  to: Date
}

export function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date): Period {
  const end = to === undefined ? now : new Date(to)
  return { from: from === undefined ? new Date(end.getTime() - DEFAULT_DAYS * DAY_MS) : new Date(from), to: end }
}

/** Selects the usage of an organisation, a project or a cluster; `condition` names the interval `u`. */
export async function readFunds(db: DbOrTx, condition: SQL, period: Period): Promise<FundsUsage> {
  // Milliseconds times micro-dollars are summed as numeric, so that nothing is rounded before the end.
  const { rows } = await db.execute<{ used: string; daily: string }>(sql`
    with period as (
      select ${period.from.toISOString()}::timestamptz as from_time,
        least(${period.to.toISOString()}::timestamptz, now()) as to_time
    )
    select ceil(coalesce(sum(u.daily_price_micros::numeric * greatest(0,
        extract(epoch from least(coalesce(u.ended_at, to_time), to_time) - greatest(u.started_at, from_time)) * 1000)), 0)
        / ${DAY_MS})::text as used,
      coalesce(sum(u.daily_price_micros) filter (where u.ended_at is null), 0)::text as daily
    from usage_interval u, period
    where ${condition} and (u.ended_at is null or (u.started_at < to_time and u.ended_at > from_time))`)
  const [row] = rows
  return {
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    usedMicros: Number(row?.used ?? 0),
    dailyMicros: Number(row?.daily ?? 0),
  }
}
