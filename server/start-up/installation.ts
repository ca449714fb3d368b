import { randomBytes } from 'node:crypto'
import type pg from 'pg'

/** The mark that this installation's workloads carry. All nodes on one database share it. */
export const installationId = async (pool: pg.Pool): Promise<string> => {
  await pool.query('insert into installation (id) select $1 where not exists (select from installation)', [
    randomBytes(5).toString('hex'),
  ])
  const { rows } = await pool.query<{ id: string }>('select id from installation order by created_at, id limit 1')
  const [first] = rows
  if (!first) throw new Error('The installation has no mark.')
  return first.id
}
