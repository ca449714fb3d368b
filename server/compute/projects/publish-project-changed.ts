import { eq, sql } from 'drizzle-orm'
import type { OrganizationEvent } from '../../../src/contract/live.ts'
import type { ProjectId } from '../../../src/contract/wire/common.ts'
import { publishOrganizationEvents } from '../../live/outbox.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { projects } from '../../store/schema.ts'
import { countInstancesOf } from './count-instances.ts'
import { type ProjectRow, projectWire } from './project-wire.ts'

/** The timestamp of a project that a change of one of its instances sets. */
export type ProjectTimestamp =
  | 'lastInstanceStartedAt'
  | 'lastInstanceActivatedAt'
  | 'lastInstanceClosedAt'
  | 'lastInstanceFailedAt'

/** Publishes the counts of a project. Locks its row until the transaction ends, so that counts arrive in order. */
export async function publishProjectChanged(
  tx: DbOrTx,
  id: ProjectId,
  projectTimestamp?: ProjectTimestamp,
): Promise<ProjectRow | undefined> {
  const changed = await changeProject(tx, id, projectTimestamp)
  if (changed) await publishOrganizationEvents(tx, changed.row.organizationId, changed.event)
  return changed?.row
}

/** Changes a project like `publishProjectChanged`, and returns the event for a transaction that publishes several. */
export async function changeProject(
  tx: DbOrTx,
  id: ProjectId,
  projectTimestamp?: ProjectTimestamp,
): Promise<{ row: ProjectRow; event: OrganizationEvent } | undefined> {
  const [row] = await tx
    .update(projects)
    .set({
      revision: sql`${projects.revision} + 1`,
      updatedAt: sql`now()`,
      ...(projectTimestamp ? { [projectTimestamp]: sql`now()` } : {}),
    })
    .where(eq(projects.id, id))
    .returning()
  if (!row) return undefined
  const project = projectWire(row, await countInstancesOf(tx, id))
  const { revision, updatedAt, topupReport, instanceReport } = project
  const changes = { revision, updatedAt, topupReport, instanceReport }
  return { row, event: { kind: 'projectChanged', id, revision, changes } }
}
