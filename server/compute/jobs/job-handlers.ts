import { and, eq } from 'drizzle-orm'
import type { runCalls } from '../../../src/contract/calls/compute/run-calls.ts'
import { nextOccurrence } from '../../../src/rules/schedule/schedule.ts'
import { ApiError } from '../../http/api-error.ts'
import type { CallContext, Handlers } from '../../http/handler.ts'
import { requireUser } from '../../http/require-user.ts'
import { scopeOf } from '../../http/scope-of.ts'
import { jobs } from '../../store/schema.ts'
import { lockForChange } from '../deployments/changes/lock-for-change.ts'
import { checkMaintained } from '../projects/check-maintained.ts'
import { changeJobs, checkName, checkService } from './change-jobs.ts'
import { checkCommands } from './check-commands.ts'
import { checkSchedule } from './check-schedule.ts'
import { readJob, readJobs } from './job-wire.ts'
import { type JobOptions, startRun } from './start-run.ts'

type JobCall = Extract<keyof typeof runCalls, 'readJobs' | 'createJob' | 'updateJob' | 'deleteJob' | 'startJob'>

/** Of one instance. */
const MAX_JOBS = 50

export function jobHandlers(options: JobOptions): Handlers<JobCall> {
  const { db } = options
  return {
    readJobs: async ({ input }) => ({ jobs: await readJobs(db, input.id) }),

    async createJob(context) {
      const { id, serviceName, enabled, ...settings } = context.input
      const now = new Date()
      checkSchedule(settings, now)
      await checkCommands(options, id)
      return changeJobs(db, context, 'instance.jobCreated', async (tx, instance) => {
        await checkMaintained(tx, instance.projectId)
        if ((await tx.$count(jobs, eq(jobs.instanceId, instance.id))) >= MAX_JOBS)
          throw new ApiError('quotaExceeded', {
            message: `An instance has at most ${MAX_JOBS} jobs. Delete one first.`,
          })
        await checkService(tx, instance, serviceName)
        await checkName(tx, instance, settings.name)
        const [row] = await tx
          .insert(jobs)
          .values({
            ...settings,
            instanceId: instance.id,
            service: serviceName ?? '',
            isEnabled: enabled,
            nextAt: enabled ? (nextOccurrence(settings, now) ?? null) : null,
            createdBy: requireUser(context.caller).userId,
          })
          .returning({ id: jobs.id })
        if (!row) throw new Error('The job was not inserted')
        const response = { job: await readJob(tx, instance.id, row.id) }
        await context.settle?.(tx, response)
        return { response, name: settings.name }
      })
    },

    updateJob: (context) =>
      changeJobs(db, context, 'instance.jobChanged', async (tx, instance) => {
        const { id: _id, jobId, serviceName, enabled, ...changes } = context.input
        await checkMaintained(tx, instance.projectId)
        const before = await readJob(tx, instance.id, jobId)
        const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
        const after = { ...before, ...given, enabled: enabled ?? before.enabled }
        const now = new Date()
        checkSchedule(after, now)
        if (serviceName !== undefined) await checkService(tx, instance, serviceName)
        if (after.name !== before.name) await checkName(tx, instance, after.name)
        await tx
          .update(jobs)
          .set({
            ...given,
            ...(serviceName !== undefined && { service: serviceName }),
            isEnabled: after.enabled,
            nextAt: after.enabled ? (nextOccurrence(after, now) ?? null) : null,
          })
          .where(eq(jobs.id, jobId))
        return { response: { job: await readJob(tx, instance.id, jobId) }, name: after.name }
      }),

    deleteJob: (context) =>
      changeJobs(db, context, 'instance.jobDeleted', async (tx, instance) => {
        const { name } = await readJob(tx, instance.id, context.input.jobId)
        await tx.delete(jobs).where(and(eq(jobs.id, context.input.jobId), eq(jobs.instanceId, instance.id)))
        return { response: { message: 'The job is deleted' }, name }
      }),

    async startJob(context: CallContext<'startJob'>) {
      const { id, jobId } = context.input
      const { organizationId } = scopeOf(context.scope)
      const { userId: createdBy } = requireUser(context.caller)
      await checkCommands(options, id)
      return db.transaction(async (tx) => {
        const instance = await lockForChange(tx, { id, organizationId })
        const { name, service, command, timeoutSeconds } = await readJob(tx, id, jobId)
        return startRun(tx, options, context, {
          instance,
          serviceName: service || undefined,
          command,
          timeoutSeconds,
          createdBy,
          job: { id: jobId },
          jobName: name,
        })
      })
    },
  }
}
