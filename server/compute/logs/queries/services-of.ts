import { sql } from 'drizzle-orm'
import type { DbOrTx } from '../../../store/connection.ts'
import type { LogAddress } from '../log-address.ts'

/** Returns the services that have written to a log, the first one first, with one index lookup for each. */
export async function servicesOf(
  db: DbOrTx,
  { deploymentId, logType }: Omit<LogAddress, 'service'>,
): Promise<string[]> {
  const { rows } = await db.execute<{ service: string }>(sql`
    with recursive found as (
      (select service from log_chunk where deployment_id = ${deploymentId} and log_type = ${logType} order by service limit 1)
      union all
      select (select c.service from log_chunk c where c.deployment_id = ${deploymentId} and c.log_type = ${logType}
        and c.service > found.service order by c.service limit 1)
      from found where found.service is not null
    )
    select service from found where service is not null`)
  return rows.map(({ service }) => service)
}
