import type { AlertChannel } from '../../../src/contract/wire/alerts/alert-channel.ts'
import { ApiError } from '../../http/api-error.ts'
import type { alertChannels } from '../../store/schema.ts'

export type ChannelRow = typeof alertChannels.$inferSelect

const instantOf = (at: Date | null): string | null => at?.toISOString() ?? null

export const channelWire = (row: ChannelRow | undefined): AlertChannel => {
  if (!row) throw new ApiError('notFound')
  const { id, organizationId, name, type, shownUrl, isEnabled, problem, revision } = row
  return {
    _id: id,
    organizationId,
    name,
    type,
    shownUrl,
    isEnabled,
    problem,
    failingSince: instantOf(row.failingSince),
    lastDeliveredAt: instantOf(row.lastDeliveredAt),
    previousSecretUntil: instantOf(row.previousSecretUntil),
    revision,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
