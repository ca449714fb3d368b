import { sql } from 'drizzle-orm'
import type { Db } from '../../store/connection.ts'
import { decodeChunk, encodeChunk } from './chunk-codec.ts'
import type { LogAddress } from './log-address.ts'

/** Makes one chunk of the small ones of a range, so that a quiet workload does not fill the table with single lines. */
export async function mergeChunks(db: Db, address: LogAddress, from: number, to: number): Promise<void> {
  const { deploymentId, logType } = address
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{
      first_sequence: string
      last_sequence: string
      resume: unknown
      lines: Buffer
    }>(sql`
      with taken as (
        delete from log_chunk where deployment_id = ${deploymentId} and log_type = ${logType}
          and first_sequence >= ${from} and last_sequence <= ${to}
        returning first_sequence, last_sequence, resume, lines
      )
      select * from taken order by first_sequence`)
    const [first] = rows
    const last = rows.at(-1)
    if (!first || !last) return
    const bytes = Buffer.from(encodeChunk(rows.flatMap(({ lines }) => decodeChunk(lines))))
    await tx.execute(sql`
      insert into log_chunk (deployment_id, log_type, first_sequence, last_sequence, resume, lines)
      values (${deploymentId}, ${logType}, ${first.first_sequence}, ${last.last_sequence},
        ${JSON.stringify(last.resume)}::jsonb, ${bytes})`)
  })
}

/** Drops the oldest chunks until no more than `keptBytes` are left. Answers how many bytes that are. */
export async function dropOldest(db: Db, { deploymentId, logType }: LogAddress, keptBytes: number): Promise<number> {
  const { rows } = await db.execute<{ kept: string }>(sql`
    with sized as (
      select first_sequence, octet_length(lines) as bytes,
        sum(octet_length(lines)) over (order by first_sequence desc) as newer
      from log_chunk where deployment_id = ${deploymentId} and log_type = ${logType}
    ), dropped as (
      delete from log_chunk where deployment_id = ${deploymentId} and log_type = ${logType}
        and first_sequence in (select first_sequence from sized where newer > ${keptBytes})
    )
    select coalesce(sum(bytes), 0) as kept from sized where newer <= ${keptBytes}`)
  return Number(rows[0]?.kept ?? 0)
}
