import type { Store } from '../../server/store/connection.ts'

/** Returns the row count and a content hash of each table; any write changes the result. */
export const storedState = async ({ pool }: Store): Promise<Record<string, string>> => {
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const state: Record<string, string> = {}
  for (const { name } of rows) {
    const { rows: found } = await pool.query<{ state: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as state from ${name} t`,
    )
    state[name] = found[0]?.state ?? ''
  }
  return state
}
