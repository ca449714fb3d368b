import { and, eq } from 'drizzle-orm'
import type { ProjectId } from '../../../src/contract/wire/common.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Tx } from '../../store/connection.ts'
import { projects } from '../../store/schema.ts'

/** Returns whether a project, whose row is locked, is archived. */
export const isArchived = async (tx: Tx, id: ProjectId): Promise<boolean> =>
  (await tx.$count(projects, and(eq(projects.id, id), eq(projects.state, 'ARCHIVED')))) > 0

/** Rejects what would run in an archived project. Locks its row, so that it is not archived before the transaction ends. */
export async function checkMaintained(tx: Tx, id: ProjectId): Promise<void> {
  const [row] = await tx
    .select({ state: projects.state })
    .from(projects)
    .where(eq(projects.id, id))
    .for('no key update')
  if (row?.state === 'ARCHIVED') throw new ApiError('projectArchived')
}
