import { and, eq } from 'drizzle-orm'
import { permissions } from '../../../../src/contract/access.ts'
import type { InstanceId, UserId } from '../../../../src/contract/wire/common.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { Handlers } from '../../../http/handler.ts'
import type { Log } from '../../../log.ts'
import type { Db } from '../../../store/connection.ts'
import { instances } from '../../../store/schema.ts'

export type Restart = Handlers<'restartInstance'>['restartInstance']

/** Returns a function that restarts an instance for the user whose restore was permitted. */
export const restartAs =
  (db: Db, restart: Restart, log: Log) =>
  async (id: InstanceId, userId: UserId): Promise<void> => {
    const [instance] = await db
      .select({ organizationId: instances.organizationId })
      .from(instances)
      .where(and(eq(instances.id, id), eq(instances.desiredState, 'active')))
    // Its workloads end anyway.
    if (!instance) return
    try {
      await restart({
        input: { id, strategy: 'gap' },
        caller: { kind: 'user', userId, by: { session: 'restore', expiresAtMs: Number.POSITIVE_INFINITY } },
        scope: { organizationId: instance.organizationId, role: 'owner', permissions },
        address: '',
        userAgent: '',
        cookies: { read: () => undefined, set: () => {} },
        log,
        requestId: id,
        signal: AbortSignal.timeout(60_000),
      })
    } catch (error) {
      // Repeating it cannot help; another deployment mounts the new data.
      if (!(error instanceof ApiError)) throw error
      log.warn({ err: error, instanceId: id }, 'an instance could not be restarted after a restore')
    }
  }
