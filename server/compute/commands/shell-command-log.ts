import { and, eq, sql } from 'drizzle-orm'
import type { InstanceId, UserId } from '../../../src/contract/wire/common.ts'
import type { Log } from '../../log.ts'
import type { Db } from '../../store/connection.ts'
import { replicas, users } from '../../store/schema.ts'
import { appendSystemLines } from '../logs/chunks/append-lines.ts'
import { systemLine } from '../logs/stored-line.ts'
import { type ContainerUse, type ContainerUser, shellCommandLine } from './shell-command-line.ts'

interface UsedReplica extends Omit<ContainerUser, 'name'> {
  instanceId: InstanceId
  workloadId: string
  userId: UserId
}

/** Writes a line to the log of the deployment whose replica was used. Resolves also when the line cannot be written. */
export type WriteShellCommand = (used: UsedReplica, use: ContainerUse) => Promise<void>

interface Options {
  db: Db
  log: Log
}

export function createShellCommandLog({ db, log }: Options): WriteShellCommand {
  return async ({ instanceId, workloadId, userId, apiKeyName, service, replica }, use) => {
    try {
      await db.transaction(async (tx) => {
        const [found] = await tx
          .select({
            deploymentId: replicas.deploymentId,
            name: sql<string | null>`coalesce(nullif(${users.name}, ''), ${users.username})`,
          })
          .from(replicas)
          .leftJoin(users, eq(users.id, userId))
          .where(and(eq(replicas.instanceId, instanceId), eq(replicas.workloadId, workloadId)))
        if (!found) return
        const { deploymentId, name } = found
        const address = { deploymentId, logType: 'shellCommands' } as const
        // Commands end at the same time, and each line has the next sequence number.
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`shellCommands ${deploymentId}`}, 0))`)
        const line = shellCommandLine({ name, apiKeyName, service, replica }, use)
        await appendSystemLines(tx, address, [systemLine(line)])
      })
    } catch (error) {
      log.warn({ err: error, instance: instanceId }, 'a line of the log of shell commands could not be written')
    }
  }
}
