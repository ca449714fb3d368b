import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { InstanceId, OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { type Author, writeAudit } from '../../audit/write-audit.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Db, Tx } from '../../store/connection.ts'
import { instances } from '../../store/schema.ts'
import { recordInstanceEvent } from '../events/instance-events.ts'
import { appendDeploymentLines } from '../logs/append-deployment-lines.ts'
import { systemLine } from '../logs/stored-line.ts'
import { changeProject } from '../projects/publish-project-changed.ts'
import type { GatewayLinks } from './gateway-links.ts'
import { instanceWire } from './instance-wire.ts'
import { loadInstance } from './load-instance.ts'
import { notifyDesiredState, publishInstanceChanged } from './publish-instance.ts'

export interface EndOptions {
  db: Db
  links: GatewayLinks
}

/** The desired states that each one replaces: deleting wins over closing, and repeating one changes nothing. */
const replaces = { closed: ['active'], deleted: ['active', 'closed'] } as const
export const STOPPED_FOR_FUNDS = 'Stopped, because the balance of the organisation is used up'
const progressMessages = { closed: 'Closing', deleted: 'Deleting' } as const

interface Ending {
  desiredState: 'closed' | 'deleted'
  /** The user who requested it; absent when the organisation is deleted. */
  author?: Author
  /** Why the platform closes it. It does nothing once the reason is gone. */
  stopReason?: 'funds'
}

/** Changes the desired state of an instance and returns at once. Repeating it does nothing. */
export async function endInstance(
  { db, links }: EndOptions,
  id: InstanceId,
  organizationId: OrganizationId,
  { desiredState, author, stopReason }: Ending,
): Promise<Instance> {
  return db.transaction(async (tx) => {
    const earlier = await setDesiredState(tx, id, organizationId)
    if (!earlier) {
      if (author) await forgetStop(tx, id, organizationId)
      return asItIs(tx, id, organizationId, links)
    }
    const instance = await publishInstanceChanged(tx, id, links, ['desiredState'], earlier)
    if (author)
      await writeAudit(tx, author, { organizationId, action: `instance.${desiredState}`, target: instance.name })
    return instance
  })

  /** Returns the events to publish; undefined if the state was the desired one already. */
  async function setDesiredState(tx: Tx, id: InstanceId, organizationId: OrganizationId) {
    const [row] = await tx
      .update(instances)
      .set({
        desiredState,
        stopReason: stopReason ?? null,
        progressMessage: stopReason ? STOPPED_FOR_FUNDS : progressMessages[desiredState],
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
          stopReason && sql`exists (select 1 from compute_stop s where s.organization_id = ${organizationId})`,
        ),
      )
      .returning()
    if (!row) return undefined
    if (row.activeDeployment) {
      await appendDeploymentLines(tx, row.activeDeployment, [
        systemLine(stopReason ? STOPPED_FOR_FUNDS : `${desiredState === 'closed' ? 'Close' : 'Delete'} requested`),
      ])
    }
    await recordInstanceEvent(tx, id, {
      kind: stopReason ? 'instanceStopped' : desiredState === 'closed' ? 'instanceClosing' : 'instanceDeleting',
      ...(stopReason && { data: { reason: stopReason } }),
      actor: author?.caller.kind === 'user' ? author.caller.userId : undefined,
    })
    const project = await changeProject(tx, row.projectId)
    await notifyDesiredState(tx, id)
    return project ? [project.event] : []
  }
}

/** A user who closes an instance that the platform has closed wants it to stay closed. */
const forgetStop = (tx: Tx, id: InstanceId, organizationId: OrganizationId) =>
  tx
    .update(instances)
    .set({ stopReason: null })
    .where(and(eq(instances.id, id), eq(instances.organizationId, organizationId), isNotNull(instances.stopReason)))

async function asItIs(tx: Tx, id: InstanceId, organizationId: OrganizationId, links: GatewayLinks): Promise<Instance> {
  const loaded = await loadInstance(tx, id)
  if (loaded?.row.organizationId !== organizationId) throw new ApiError('notFound')
  return instanceWire(loaded, links)
}
