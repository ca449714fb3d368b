import { and, eq, inArray } from 'drizzle-orm'
import type { backupCalls } from '../../../src/contract/calls/volumes/backup-calls.ts'
import type { ProjectId } from '../../../src/contract/wire/common.ts'
import type { BackupId } from '../../../src/contract/wire/volumes/snapshot.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import type { Engine } from '../../engines/engine.ts'
import type { Engines } from '../../engines/engines.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Handlers } from '../../http/handler.ts'
import { requireUser } from '../../http/require-user.ts'
import { scopeOf } from '../../http/scope-of.ts'
import type { Tx } from '../../store/connection.ts'
import { backups, restores, snapshots } from '../../store/schema.ts'
import { invalidField } from '../catalogue/invalid-field.ts'
import { inserted } from '../inserted.ts'
import { checkMaintained } from '../projects/check-maintained.ts'
import { readSnapshot } from '../snapshots/rows/read-snapshots.ts'
import { publishSnapshotsChanged } from '../snapshots/rows/snapshot-rows.ts'
import { lockProject } from '../volumes/rows/lock-project.ts'
import type { BackupSecrets } from './backup-secrets.ts'
import { type BackupRow, readBackup, readBackups } from './backup-wire.ts'
import { checkStreams, dueTimes, sourceColumns } from './change-backup.ts'
import type { FireOptions } from './fire-backup.ts'
import { takeBackup } from './take-backup.ts'

/** Of one project. */
const MAX_PLANS = 50

export interface BackupHandlerOptions extends FireOptions {
  secrets: BackupSecrets
  engines: Engines<Pick<Engine, 'capabilities'>>
}

export function backupHandlers(options: BackupHandlerOptions): Handlers<keyof typeof backupCalls> {
  const { db, quotas, secrets, onSnapshot } = options
  return {
    readBackups: async ({ input }) => ({ backups: await readBackups(db, input.id) }),

    createBackup: async (context) => {
      const { id: projectId, source, secretAccessKey, enabled, ...settings } = context.input
      const { userId: createdBy } = requireUser(context.caller)
      const { organizationId } = scopeOf(context.scope)
      if (source.content === 'dump') await checkStreams(options, source.instanceId)
      return db.transaction(async (tx) => {
        await checkMaintained(tx, projectId)
        if ((await tx.$count(backups, eq(backups.projectId, projectId))) >= MAX_PLANS)
          throw new ApiError('quotaExceeded', { message: `A project has at most ${MAX_PLANS} backup plans.` })
        await checkName(tx, projectId, settings.name)
        if (settings.place && secretAccessKey === undefined) throw invalidField('secretAccessKey', 'Required.')
        const row = inserted(
          (
            await tx
              .insert(backups)
              .values({
                ...settings,
                ...(await sourceColumns(tx, projectId, source)),
                ...dueTimes({ ...settings, isEnabled: enabled }, new Date()),
                organizationId,
                projectId,
                isEnabled: enabled,
                createdBy,
              })
              .returning()
          )[0],
        )
        if (settings.place && secretAccessKey !== undefined)
          await tx
            .update(backups)
            .set({ secret: secrets.seal(row.id, secretAccessKey) })
            .where(eq(backups.id, row.id))
        await record(tx, context, row, 'volume.backupCreated')
        const response = { backup: await readBackup(tx, row) }
        await context.settle?.(tx, response)
        return response
      })
    },

    updateBackup: (context) => {
      const { id, backupId, secretAccessKey, enabled, ...changes } = context.input
      return db.transaction(async (tx) => {
        await checkMaintained(tx, id)
        const row = await lockBackup(tx, id, backupId)
        if (changes.name !== undefined && changes.name !== row.name) await checkName(tx, id, changes.name)
        if (secretAccessKey !== undefined && !row.place)
          throw invalidField('secretAccessKey', 'This plan stores its backups on the platform.')
        const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
        const next = { ...row, ...given, isEnabled: enabled ?? row.isEnabled }
        const [changed] = await tx
          .update(backups)
          .set({
            ...given,
            isEnabled: next.isEnabled,
            ...dueTimes(next, new Date()),
            ...(secretAccessKey !== undefined && { secret: secrets.seal(row.id, secretAccessKey) }),
          })
          .where(eq(backups.id, row.id))
          .returning()
        await record(tx, context, inserted(changed), 'volume.backupUpdated')
        return { backup: await readBackup(tx, row) }
      })
    },

    deleteBackup: (context) =>
      db.transaction(async (tx) => {
        const row = await lockBackup(tx, context.input.id, context.input.backupId)
        const ofPlan = eq(snapshots.backupId, row.id)
        const live = await tx.$count(snapshots, and(ofPlan, inArray(snapshots.state, ['Pending', 'Running'])))
        if (live > 0)
          throw new ApiError('snapshotUnavailable', { message: 'A backup of this plan is being taken. Wait for it.' })
        // Without the plan, nothing can reach the bucket any more.
        const remote = and(ofPlan, eq(snapshots.isRemote, true))
        const reading = await tx
          .select({ id: restores.id })
          .from(restores)
          .innerJoin(snapshots, eq(snapshots.id, restores.snapshotId))
          .where(and(remote, inArray(restores.state, ['Pending', 'Running'])))
        if (reading.length > 0)
          throw new ApiError('snapshotUnavailable', {
            message: 'A backup of this plan is being restored. Wait for it.',
          })
        await tx.delete(snapshots).where(remote)
        await tx.delete(backups).where(eq(backups.id, row.id))
        await record(tx, context, row, 'volume.backupDeleted')
        return { message: 'Backup plan deleted' }
      }),

    async startBackup(context) {
      const { id, backupId } = context.input
      const { userId } = requireUser(context.caller)
      const snapshot = await db.transaction(async (tx) => {
        const row = await lockBackup(tx, id, backupId)
        const made = await takeBackup(tx, quotas, row, userId)
        await record(tx, context, row, 'volume.backupStarted')
        const response = await readSnapshot(tx, made.id)
        await context.settle?.(tx, { snapshot: response })
        return response
      })
      onSnapshot(snapshot._id)
      return { snapshot }
    },
  }
}

async function lockBackup(tx: Tx, projectId: ProjectId, id: BackupId): Promise<BackupRow> {
  await lockProject(tx, projectId)
  const [row] = await tx
    .select()
    .from(backups)
    .where(and(eq(backups.id, id), eq(backups.projectId, projectId)))
    .for('no key update')
  if (!row) throw new ApiError('notFound')
  return row
}

async function checkName(tx: Tx, projectId: ProjectId, name: string): Promise<void> {
  if ((await tx.$count(backups, and(eq(backups.projectId, projectId), eq(backups.name, name)))) > 0)
    throw invalidField('name', 'This project already has a backup plan of this name.')
}

type Author = Parameters<typeof writeAudit>[1]

async function record(
  tx: Tx,
  author: Author,
  row: BackupRow,
  action: 'volume.backupCreated' | 'volume.backupUpdated' | 'volume.backupDeleted' | 'volume.backupStarted',
): Promise<void> {
  await publishSnapshotsChanged(tx, row)
  const { schedule, timeZone, keepLast, keepDays, keepWeeks } = row
  await writeAudit(tx, author, {
    organizationId: row.organizationId,
    action,
    target: row.name,
    // Neither the command nor the bucket: both may hold what only the plan's own page shows.
    after: { content: row.content, schedule, timeZone, keepLast, keepDays, keepWeeks },
  })
}
