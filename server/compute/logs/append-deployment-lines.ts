import { eq, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { DeploymentId } from '../../../src/contract/wire/common.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { deployments } from '../../store/schema.ts'
import { appendSystemLines } from './chunks/append-lines.ts'
import type { StoredLine } from './stored-line.ts'

/** Appends lines to the deployment log, which reports the platform's steps to users, and sets columns with them. */
export async function appendDeploymentLines(
  tx: DbOrTx,
  id: DeploymentId,
  lines: readonly StoredLine[],
  set: PgUpdateSetSource<typeof deployments> = {},
): Promise<void> {
  const logsLength = lines.length > 0 && sql`${deployments.logsLength} + ${lines.length}`
  const columns = { ...set, ...(logsLength && { logsLength }) }
  if (Object.keys(columns).length === 0) return
  await tx.update(deployments).set(columns).where(eq(deployments.id, id))
  await appendSystemLines(tx, { deploymentId: id, logType: 'logs' }, lines)
}
