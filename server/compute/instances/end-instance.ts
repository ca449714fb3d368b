import { and, eq, inArray, sql } from 'drizzle-orm'
import type { InstanceId, OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { type Author, writeAudit } from '../../audit/write-audit.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Db, Tx } from '../../store/connection.ts'
import { instances } from '../../store/schema.ts'
import { appendDeploymentLines } from '../logs/append-deployment-lines.ts'
import { systemLine } from '../logs/stored-line.ts'
import { publishProjectChanged } from '../projects/publish-project-changed.ts'
import type { GatewayLinks } from './gateway-links.ts'
import { instanceWire } from './instance-wire.ts'
import { loadInstance } from './load-instance.ts'
import { publishInstanceChanged } from './publish-instance-changed.ts'
import type { ReconcileRequests } from './reconcile-requests.ts'

export interface EndOptions {
  db: Db
  links: GatewayLinks
  reconcileRequests: ReconcileRequests
}

/** Which wishes a new one replaces: deleting wins over closing, and a wish that is there already stays as it is. */
const replaces = { closed: ['active'], deleted: ['active', 'closed'] } as const
const progressMessages = { closed: 'Closing', deleted: 'Deleting' } as const

interface Ending {
  desiredState: 'closed' | 'deleted'
  /** The user who asked for it; absent where it goes with its organisation. */
  author?: Author
}

/** Writes down that an instance shall end, and answers at once; asked again it does nothing more. */
export async function endInstance(
  { db, links, reconcileRequests }: EndOptions,
  id: InstanceId,
  organizationId: OrganizationId,
  { desiredState, author }: Ending,
): Promise<Instance> {
  await reconcileRequests.ready()
  const { instance, isNew } = await db.transaction(async (tx) => {
    const isNew = await setDesiredState(tx, id, organizationId)
    if (!isNew) return { instance: await asItIs(tx, id, organizationId, links), isNew }
    const instance = await publishInstanceChanged(tx, id, links)
    if (author)
      await writeAudit(tx, author, { organizationId, action: `instance.${desiredState}`, target: instance.name })
    return { instance, isNew }
  })
  if (isNew) reconcileRequests.written(id)
  return instance

  async function setDesiredState(tx: Tx, id: InstanceId, organizationId: OrganizationId) {
    const [row] = await tx
      .update(instances)
      .set({
        desiredState,
        progressMessage: progressMessages[desiredState],
        dueAt: null,
        deadlineAt: null,
        revision: sql`${instances.revision} + 1`,
        updatedAt: sql`now()`,
      })
      .where(
        and(
          eq(instances.id, id),
          eq(instances.organizationId, organizationId),
          inArray(instances.desiredState, [...replaces[desiredState]]),
        ),
      )
      .returning()
    if (!row) return false
    if (row.activeDeployment) {
      await appendDeploymentLines(tx, row.activeDeployment, [
        systemLine(`${desiredState === 'closed' ? 'Close' : 'Delete'} requested`),
      ])
    }
    await publishProjectChanged(tx, row.projectId)
    await reconcileRequests.write(tx, id)
    return true
  }
}

async function asItIs(tx: Tx, id: InstanceId, organizationId: OrganizationId, links: GatewayLinks): Promise<Instance> {
  const loaded = await loadInstance(tx, id)
  if (loaded?.row.organizationId !== organizationId) throw new ApiError('notFound')
  return instanceWire(loaded.row, loaded.deployments, links)
}
