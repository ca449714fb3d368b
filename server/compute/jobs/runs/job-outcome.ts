import { and, eq, or, sql } from 'drizzle-orm'
import type { JobId } from '../../../../src/contract/wire/jobs/job.ts'
import { notifyUser } from '../../../live/outbox.ts'
import type { Mailer } from '../../../mail/mailer.ts'
import type { Tx } from '../../../store/connection.ts'
import { jobs, members, organizations, users } from '../../../store/schema.ts'
import type { InstanceRow } from '../../instances/instance-wire.ts'
import type { ReconcileSettings } from '../../reconcile/reconcile-options.ts'
import type { JobRow } from './run-rows.ts'

/** Absent where notices go to the console alone. */
export type JobMailer = Pick<Mailer, 'ready' | 'send' | 'nudge'>

export type RunSettings = ReconcileSettings & { mailer?: JobMailer | undefined }

interface Outcome {
  hasFailed: boolean
  message: string
}

/** Locks a job before the rows of its runs, as every transaction does, to prevent deadlocks. */
export async function lockJob(tx: Tx, id: JobId | null): Promise<JobRow | null> {
  if (!id) return null
  const [job] = await tx.select().from(jobs).where(eq(jobs.id, id)).for('no key update')
  return job ?? null
}

/** Counts the failures in a row of a locked job, and notifies once of each series of failures and once of its end. */
export async function recordJobOutcome(
  tx: Tx,
  mailer: JobMailer | undefined,
  { job, instance }: { job: JobRow; instance: InstanceRow },
  { hasFailed, message }: Outcome,
): Promise<void> {
  const before = job.consecutiveFailures
  if (!hasFailed && before === 0) return
  await tx
    .update(jobs)
    .set({ consecutiveFailures: hasFailed ? before + 1 : 0 })
    .where(eq(jobs.id, job.id))
  if (!job.notifyOnFailure || (hasFailed && before > 0)) return
  const recipient = await recipientOf(tx, job, instance)
  if (!recipient) return
  const notice = hasFailed
    ? { type: 'error' as const, title: `The job ${job.name} of ${instance.name} failed`, message: failureText(message) }
    : { type: 'success' as const, title: `The job ${job.name} of ${instance.name} works again`, message: after(before) }
  const { id, organizationId, projectId } = instance
  await notifyUser(tx, recipient.id, {
    ...notice,
    additionalData: { instance: id, projectId, organizationId, job: job.id },
  })
  if (recipient.email && recipient.isVerified)
    await mailer?.send(tx, {
      kind: 'job',
      to: recipient.email,
      title: notice.title,
      message: notice.message,
      path: `/${recipient.organization}/${projectId}/${id}/jobs?job=${job.id}`,
    })
}

const failureText = (message: string): string => `${message} You will be notified once more when it works again.`
const after = (failures: number): string =>
  failures === 1
    ? 'Its last run succeeded, after a failed one.'
    : `Its last run succeeded, after ${failures} failed ones.`

/** The author of the job, or an owner where the author has left the organisation. */
async function recipientOf(tx: Tx, { createdBy }: JobRow, { organizationId }: InstanceRow) {
  const isAuthor = sql<boolean>`coalesce(${members.userId} = ${createdBy}, false)`
  const [found] = await tx
    .select({
      id: users.id,
      email: users.email,
      isVerified: users.emailVerified,
      organization: organizations.username,
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .where(and(eq(members.organizationId, organizationId), or(isAuthor, eq(members.role, 'owner'))))
    .orderBy(sql`${isAuthor} desc`, members.createdAt, members.userId)
    .limit(1)
  return found
}
