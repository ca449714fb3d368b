import { sql } from 'drizzle-orm'
import type { Db } from '../store/connection.ts'

/** What an engine has for the installation. */
export type EngineUse = {
  /** Empty for the default engine. */
  engine: string
  workloads: number
  commands: number
  volumes: number
  volume_bytes: string
  cpu_milli: string
  memory_bytes: string
}

/** Returns what each engine has by the database, also those that are not connected any more. */
export const readEngines = async (db: Db): Promise<EngineUse[]> => {
  const { rows } = await db.execute<EngineUse>(sql`
    with used as (
      select engine, 1 as workloads, 0 as commands, 0 as volumes, 0::bigint as volume_bytes
      from replica where removed_at is null
      union all select engine, 0, 1, 0, 0 from run where ended_at is null
      union all select engine, 0, 0, 1, size_bytes from volume
      union all select engine, 0, 0, 0, 0 from capacity_counter
    )
    select u.engine, sum(workloads)::int as workloads, sum(commands)::int as commands, sum(volumes)::int as volumes,
      sum(volume_bytes)::text as volume_bytes, coalesce(max(c.cpu_milli), 0)::text as cpu_milli,
      coalesce(max(c.memory_bytes), 0)::text as memory_bytes
    from used u left join capacity_counter c on c.engine = u.engine
    group by u.engine order by u.engine`)
  return rows
}
