import { sql } from 'drizzle-orm'
import type { Db } from '../store/connection.ts'

/** A restored database is another cluster, which counts its transactions anew: it makes its own snapshots. */
export const CLUSTER = sql.raw('(select system_identifier from pg_control_system())')

/** An account with fewer new entries is not worth a snapshot. */
const MIN_ENTRIES = 500

/**
 * Takes snapshots of the balances of the installation's accounts, and returns how many. A snapshot contains what the
 * transactions before the oldest open one have written. An entry of a transaction that is still open is thus never missed: its
 * transaction is not before the bound, and counts as later.
 */
export const takeSnapshots = async (db: Db, at: Date, minEntries = MIN_ENTRIES): Promise<number> => {
  const { rowCount } = await db.execute(sql`
    with current as materialized (
      select ${CLUSTER} as cluster, pg_snapshot_xmin(pg_current_snapshot()) as bound
    ), latest as materialized (
      select a.id, coalesce(s.balance, 0) as balance, coalesce(s.bound, '0'::xid8) as bound
      from ledger_account a
      left join lateral (
        select balance, bound from ledger_snapshot
        where account_id = a.id and cluster = ${CLUSTER} order by bound desc limit 1
      ) s on true
      where a.posted is null
    )
    insert into ledger_snapshot (account_id, cluster, bound, balance, at)
    select latest.id, current.cluster, current.bound, latest.balance + since.amount, ${at.toISOString()}::timestamptz
    from current, latest, lateral (
      select count(*) as entries, coalesce(sum(e.amount), 0) as amount from ledger_entry e
      where e.account_id = latest.id and e.xid >= latest.bound and e.xid < current.bound
    ) as since
    where since.entries >= ${minEntries}
    on conflict do nothing`)
  if (rowCount) await removeOlderSnapshots(db)
  return rowCount ?? 0
}

/** Keeps the two latest: a reader may have chosen the one before. */
const removeOlderSnapshots = async (db: Db): Promise<void> => {
  await db.execute(sql`
    delete from ledger_snapshot using (
      select account_id, cluster, bound,
        row_number() over (partition by account_id, cluster order by bound desc) as place
      from ledger_snapshot
    ) as ranked
    where ranked.place > 2 and ledger_snapshot.account_id = ranked.account_id
      and ledger_snapshot.cluster = ranked.cluster and ledger_snapshot.bound = ranked.bound`)
}
