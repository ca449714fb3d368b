import type { Readable } from 'node:stream'
import { and, eq, isNull } from 'drizzle-orm'
import { backups, instances, replicas } from '../../store/schema.ts'
import type { SnapshotRow } from '../snapshots/rows/snapshot-wire.ts'
import { WorkFailed } from '../snapshots/work/failure-of.ts'
import type { WorkOptions } from '../snapshots/work/work-options.ts'

interface Dump {
  source: Readable
  /** Masks the secrets of the instance in what its command wrote to standard error. */
  mask: (text: string) => string
}

/** Runs the dump command of a backup plan in a serving replica of its service, and streams what it writes. */
export async function dumpOf(
  { db, engines, maskerOf }: WorkOptions,
  row: SnapshotRow,
  signal: AbortSignal,
): Promise<Dump> {
  const [plan] = row.backupId ? await db.select().from(backups).where(eq(backups.id, row.backupId)) : []
  if (!plan?.instanceId) throw new WorkFailed('instanceGone', 'The instance was deleted. Delete this backup plan.')
  const [replica] = await db
    .select({ engine: replicas.engine, workloadId: replicas.workloadId, deploymentId: replicas.deploymentId })
    .from(replicas)
    .innerJoin(instances, eq(instances.activeDeployment, replicas.deploymentId))
    .where(
      and(eq(replicas.instanceId, plan.instanceId), eq(replicas.service, plan.service), isNull(replicas.removedAt)),
    )
    .limit(1)
  if (!replica)
    throw new WorkFailed('workloadNotRunning', `The service ${plan.service} is not running. Start its instance.`)
  return {
    source: await engines.of(replica.engine).stream(replica.workloadId, plan.command, signal),
    mask: await maskerOf(replica.deploymentId),
  }
}
