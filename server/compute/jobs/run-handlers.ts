import { and, eq, isNull, sql } from 'drizzle-orm'
import type { runCalls } from '../../../src/contract/calls/compute/run-calls.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Handlers } from '../../http/handler.ts'
import { requireUser } from '../../http/require-user.ts'
import { scopeOf } from '../../http/scope-of.ts'
import { publishOrganizationEvents } from '../../live/outbox.ts'
import { runs } from '../../store/schema.ts'
import { lockForChange } from '../deployments/changes/lock-for-change.ts'
import { checkCommands } from './check-commands.ts'
import { notifyRun } from './runs/run-rows.ts'
import { countRuns, readRun, readRuns } from './runs/run-wire.ts'
import { type JobOptions, startRun } from './start-run.ts'

type RunCall = Extract<keyof typeof runCalls, 'readRuns' | 'readRun' | 'startRun' | 'cancelRun'>

export function runHandlers(options: JobOptions): Handlers<RunCall> {
  const { db } = options
  return {
    async readRuns({ input }) {
      const condition = and(eq(runs.instanceId, input.id), input.jobId && eq(runs.jobId, input.jobId))
      const [found, totalCount] = await Promise.all([readRuns(db, condition, input), countRuns(db, condition)])
      return { runs: found, totalCount }
    },

    readRun: async ({ input }) => ({ run: await readRun(db, { _id: input.runId, instanceId: input.id }) }),

    async startRun(context) {
      const { id, serviceName, command, timeoutSeconds } = context.input
      const { organizationId } = scopeOf(context.scope)
      const { userId: createdBy } = requireUser(context.caller)
      await checkCommands(options, id)
      return db.transaction(async (tx) => {
        const instance = await lockForChange(tx, { id, organizationId })
        return startRun(tx, options, context, { instance, serviceName, command, timeoutSeconds, createdBy })
      })
    },

    cancelRun: (context) =>
      db.transaction(async (tx) => {
        const { input } = context
        const { organizationId } = scopeOf(context.scope)
        const instance = await lockForChange(tx, { id: input.id, organizationId })
        const run = await readRun(tx, { _id: input.runId, instanceId: instance.id })
        const [canceled] = await tx
          .update(runs)
          .set({ cancelRequestedAt: sql`now()` })
          .where(and(eq(runs.id, run._id), isNull(runs.endedAt), isNull(runs.cancelRequestedAt)))
          .returning({ id: runs.id })
        if (!canceled) {
          if (run.cancelRequested && run.endedAt === null) return { run }
          throw new ApiError('runEnded')
        }
        await notifyRun(tx, run._id)
        await publishOrganizationEvents(tx, organizationId, { kind: 'runsChanged', id: instance.id })
        await writeAudit(tx, context, {
          organizationId,
          action: 'instance.runCanceled',
          target: instance.name,
          after: { service: run.service },
        })
        return { run: { ...run, cancelRequested: true } }
      }),
  }
}
