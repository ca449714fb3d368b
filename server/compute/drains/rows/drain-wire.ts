import type { Drain } from '../../../../src/contract/wire/drains/drain.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { drains } from '../../../store/schema.ts'

export type DrainRow = typeof drains.$inferSelect

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null

export const drainWire = (row: DrainRow | undefined): Drain => {
  if (!row) throw new ApiError('notFound')
  const { organizationId, projectId, instanceId, name, logTypes, services, streams, target, revision } = row
  return {
    _id: row.id,
    organizationId,
    projectId,
    instanceId,
    name,
    logTypes,
    services,
    streams,
    target,
    state: row.enabled ? (row.failingSince ? 'failing' : 'active') : 'paused',
    lastError: row.lastError,
    lastErrorAt: timeOf(row.lastErrorAt),
    lastSuccessAt: timeOf(row.lastSuccessAt),
    sentLines: row.sentLines,
    rejectedLines: row.rejectedLines,
    lostLines: row.lostLines,
    revision,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
