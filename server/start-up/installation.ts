import { randomBytes } from 'node:crypto'
import type pg from 'pg'

/** Returns the id with which this installation labels its workloads. All nodes on one database share it. */
export const installationId = async (pool: pg.Pool): Promise<string> => {
  const known = await read(pool)
  if (known !== undefined) return known
  // Nodes that start at once on a new database wait for the first one's id.
  await pool.query(`do $$ begin
    lock table installation in exclusive mode;
    insert into installation (id) select '${randomBytes(5).toString('hex')}' where not exists (select from installation);
  end $$`)
  const made = await read(pool)
  if (made === undefined) throw new Error('The installation has no id.')
  return made
}

const read = async (pool: pg.Pool): Promise<string | undefined> => {
  const { rows } = await pool.query<{ id: string }>('select id from installation limit 1')
  return rows[0]?.id
}
