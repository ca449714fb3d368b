import { eq, sql } from 'drizzle-orm'
import type { DeploymentId } from '../../../src/contract/wire/common.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { deployments } from '../../store/schema.ts'
import { appendSystemLines } from './chunks/append-lines.ts'
import type { StoredLine } from './stored-line.ts'

/** Appends lines to the deployment log, which reports the platform's steps to users. */
export async function appendDeploymentLines(tx: DbOrTx, id: DeploymentId, lines: readonly StoredLine[]): Promise<void> {
  if (lines.length === 0) return
  await tx
    .update(deployments)
    .set({ logsLength: sql`${deployments.logsLength} + ${lines.length}` })
    .where(eq(deployments.id, id))
  await appendSystemLines(tx, { deploymentId: id, logType: 'logs' }, lines)
}
