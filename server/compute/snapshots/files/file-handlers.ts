import { eq } from 'drizzle-orm'
import type { snapshotCalls } from '../../../../src/contract/calls/volumes/snapshot-calls.ts'
import { writeAudit } from '../../../audit/write-audit.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { Handlers } from '../../../http/handler.ts'
import { requireUser } from '../../../http/require-user.ts'
import type { Db } from '../../../store/connection.ts'
import { volumes } from '../../../store/schema.ts'
import { checkMaintained } from '../../projects/check-maintained.ts'
import { lockSnapshot, requireAvailable } from '../rows/lock-snapshot.ts'
import type { Tickets, Transfer } from './tickets.ts'

export type FileCall = Extract<keyof typeof snapshotCalls, 'downloadSnapshot' | 'downloadVolume' | 'uploadArchive'>

export const filePath = (ticket: string): string => `/api/compute-archives/${ticket}`

/** Hands out the addresses of downloads and uploads. The transfer itself is no API call: its body is the file. */
export function fileHandlers({ db, tickets }: { db: Db; tickets: Tickets }): Handlers<FileCall> {
  const link = (caller: Parameters<typeof requireUser>[0], transfer: Transfer) => ({
    url: filePath(tickets.make(requireUser(caller), transfer)),
  })

  return {
    downloadSnapshot: (context) =>
      db.transaction(async (tx) => {
        const { id, snapshotId } = context.input
        const row = await lockSnapshot(tx, { id, snapshotId })
        requireAvailable(row)
        await writeAudit(tx, context, {
          organizationId: row.organizationId,
          action: 'volume.snapshotDownloaded',
          target: row.source,
          after: { name: row.name },
        })
        return link(context.caller, { kind: 'snapshot', id, snapshotId })
      }),

    downloadVolume: (context) =>
      db.transaction(async (tx) => {
        const { id } = context.input
        const [row] = await tx.select().from(volumes).where(eq(volumes.id, id))
        if (row?.state !== 'Available') throw new ApiError('volumeInUse', { message: 'This volume has no data yet.' })
        await writeAudit(tx, context, {
          organizationId: row.organizationId,
          action: 'volume.downloaded',
          target: row.name,
        })
        return link(context.caller, { kind: 'volume', id })
      }),

    uploadArchive: (context) =>
      db.transaction(async (tx) => {
        const { id, name } = context.input
        const [row] = await tx.select().from(volumes).where(eq(volumes.id, id))
        if (row) await checkMaintained(tx, row.projectId)
        if (row?.state !== 'Available') throw new ApiError('volumeInUse', { message: 'This volume has no data yet.' })
        await writeAudit(tx, context, {
          organizationId: row.organizationId,
          action: 'volume.uploaded',
          target: row.name,
          after: { name },
        })
        return link(context.caller, { kind: 'upload', id, name })
      }),
  }
}
