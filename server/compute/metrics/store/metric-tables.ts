import { sql } from 'drizzle-orm'
import type { Db, DbOrTx } from '../../../store/connection.ts'
import { type Level, levels } from './levels.ts'

/** An arbitrary number that no other program uses in the same database. */
const LOCK = 4_600_110_041

/**
 * Creates the tables of metrics where they are missing, one node at a time. They have a schema of their own, because
 * the migrations do not know partitions, which come and go with time.
 */
export async function createMetricTables(db: Db): Promise<void> {
  const { rows } = await db.execute<{ exists: boolean }>(sql`select to_regclass('metrics.lease') is not null as exists`)
  if (rows[0]?.exists) return
  await db.transaction(async (tx) => {
    // The lock of a table, because one with a number would leave this session with an old view of the catalogue.
    await tx.execute(sql`lock table installation in share row exclusive mode`)
    await tx.execute(sql`create schema if not exists metrics`)
    await tx.execute(sql`
      create table if not exists metrics.tick (
        at bigint not null, source text not null, data bytea not null, primary key (at, source))`)
    await tx.execute(sql`alter table metrics.tick alter column data set storage external`)
    for (const { table } of levels) {
      await tx.execute(sql`
        create table if not exists metrics.${sql.identifier(table)} (
          replica_id uuid not null, starts_at bigint not null, data bytea not null, primary key (replica_id, starts_at)
        ) partition by range (starts_at)`)
      await tx.execute(sql`alter table metrics.${sql.identifier(table)} alter column data set storage external`)
    }
    await tx.execute(sql`
      create table if not exists metrics.stale_block (
        level integer not null, starts_at bigint not null, primary key (level, starts_at))`)
    // Last, because its presence shows that all exist.
    await tx.execute(sql`
      create table if not exists metrics.lease (name text primary key, owner text not null, until timestamptz not null)`)
  })
}

/** Creates the partition of a block where it is missing. */
export async function createPartition(tx: DbOrTx, level: Level, startsAt: number): Promise<void> {
  const from = Math.floor(startsAt / level.partitionSeconds) * level.partitionSeconds
  const name = partitionName(level, from)
  const { rows } = await tx.execute<{ exists: boolean }>(
    sql`select to_regclass(${`metrics.${name}`}) is not null as exists`,
  )
  if (rows[0]?.exists) return
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
  await tx.execute(sql`
    create table if not exists metrics.${sql.identifier(name)} partition of metrics.${sql.identifier(level.table)}
    for values from (${sql.raw(String(from))}) to (${sql.raw(String(from + level.partitionSeconds))})`)
}

/** Drops the partitions in which everything is older than it is kept. Returns their names. */
export async function dropOldPartitions(db: Db, nowSeconds: number): Promise<string[]> {
  const dropped: string[] = []
  for (const level of levels) {
    const { rows } = await db.execute<{ name: string }>(sql`
      select child.relname as name from pg_inherits join pg_class child on child.oid = inhrelid
      where inhparent = to_regclass(${`metrics.${level.table}`})`)
    for (const { name } of rows) {
      const from = Number(name.slice(level.table.length + 1))
      if (!(from + level.partitionSeconds <= nowSeconds - level.keptSeconds)) continue
      await db.transaction(async (tx) => {
        // Waits for open charts a short while, rather than making the next ones wait behind it.
        await tx.execute(sql`set local lock_timeout = '2s'`)
        await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
        await tx.execute(sql`drop table if exists metrics.${sql.identifier(name)}`)
      })
      dropped.push(name)
    }
  }
  return dropped
}

const partitionName = ({ table }: Level, from: number): string => `${table}_${from}`
