import { and, type Column, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { ApiError } from '../../../http/api-error.ts'
import { lockOrganization } from '../../../organizations/lock-organization.ts'
import type { Tx } from '../../../store/connection.ts'
import { restores } from '../../../store/schema.ts'
import type { SnapshotRow } from './snapshot-wire.ts'

/** Of one organisation at once: each copies all of a snapshot. */
const MAX_RESTORES = 2

const isLive = inArray(restores.state, ['Pending', 'Running'])

/** Rejects a restore while others run. Locks the organisation, which serialises this. */
export async function checkRestoreLimits(tx: Tx, { id, organizationId }: SnapshotRow): Promise<void> {
  await lockOrganization(tx, organizationId)
  if ((await tx.$count(restores, and(eq(restores.snapshotId, id), isLive))) > 0)
    throw new ApiError('tooManyRestores', { message: 'This snapshot is being restored already. Wait for it.' })
  if ((await tx.$count(restores, and(eq(restores.organizationId, organizationId), isLive))) >= MAX_RESTORES)
    throw new ApiError('tooManyRestores')
}

/** Whether the organisation of a query's row may begin another restore. */
export const mayRestore = (organizationId: Column): SQL<boolean> =>
  sql<boolean>`(select count(*) from ${restores} where ${eq(restores.organizationId, organizationId)} and ${isLive}) < ${MAX_RESTORES}`
