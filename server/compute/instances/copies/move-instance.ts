import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { ResponseOf } from '../../../../src/contract/contract.ts'
import type { InstanceId, ProjectId } from '../../../../src/contract/wire/common.ts'
import { writeAudit } from '../../../audit/write-audit.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { CallContext } from '../../../http/handler.ts'
import { requireUser } from '../../../http/require-user.ts'
import { scopeOf } from '../../../http/scope-of.ts'
import type { Tx } from '../../../store/connection.ts'
import { instances, projects, volumes } from '../../../store/schema.ts'
import { moveAddresses } from '../../addresses/rows/move-addresses.ts'
import { eachInstance } from '../../deployments/changes/each-instance.ts'
import { lockForChange } from '../../deployments/changes/lock-for-change.ts'
import { recordInstanceEvent } from '../../events/instance-events.ts'
import { changeProject } from '../../projects/publish-project-changed.ts'
import { moveUsage } from '../../usage/move-usage.ts'
import { changeVolume } from '../../volumes/rows/change-volume.ts'
import type { CreateOptions } from '../create-instance.ts'
import { publishInstanceChanged } from '../publish-instance.ts'
import { checkMovable } from './check-movable.ts'

type MoveOptions = Pick<CreateOptions, 'db' | 'links'>
type MoveContext = CallContext<'moveInstance'> | CallContext<'moveInstances'>

export const moveInstances = async (
  options: MoveOptions,
  context: CallContext<'moveInstances'>,
): Promise<ResponseOf<'moveInstances'>> => {
  const { instanceIds, projectId } = context.input
  const results = await eachInstance(instanceIds, (id) => moveInstance(options, context, { id, projectId }))
  return { message: 'The instances were moved', results }
}

/**
 * Moves an instance to another project of its organisation while it runs. Its links stay, its volumes follow, and from
 * now on its usage counts for the other project.
 */
export function moveInstance(
  { db, links }: MoveOptions,
  context: MoveContext,
  { id, projectId }: { id: InstanceId; projectId: ProjectId },
): Promise<ResponseOf<'moveInstance'>> {
  const { organizationId } = scopeOf(context.scope)
  const { userId } = requireUser(context.caller)
  return db.transaction(async (tx) => {
    const before = await lockForChange(tx, { id, organizationId })
    const places = await tx
      .select({ id: projects.id, name: projects.name, state: projects.state })
      .from(projects)
      .where(and(inArray(projects.id, [before.projectId, projectId]), eq(projects.organizationId, organizationId)))
      .orderBy(asc(projects.id))
      .for('no key update')
    const target = places.find((project) => project.id === projectId)
    if (target === undefined) throw new ApiError('notFound')
    if (projectId === before.projectId) return { instance: await publishInstanceChanged(tx, id, links, []) }
    if (target.state === 'ARCHIVED') throw new ApiError('projectArchived')
    await checkMovable(tx, before)
    await moveVolumes(tx, id, target)
    await moveAddresses(tx, id, target)
    await tx
      .update(instances)
      .set({ projectId, revision: sql`${instances.revision} + 1`, updatedAt: sql`now()` })
      .where(eq(instances.id, id))
    await moveUsage(tx, id, projectId)
    const former = places.find((project) => project.id === before.projectId)
    const names = { before: former?.name ?? null, after: target.name }
    await recordInstanceEvent(tx, id, { kind: 'instanceMoved', actor: userId, data: names })
    const changed = [await changeProject(tx, before.projectId), await changeProject(tx, projectId)]
    const instance = await publishInstanceChanged(
      tx,
      id,
      links,
      ['projectId'],
      changed.flatMap((project) => project?.event ?? []),
    )
    await writeAudit(tx, context, {
      organizationId,
      action: 'instance.moved',
      target: before.name,
      before: { project: names.before },
      after: { project: names.after },
    })
    return { instance }
  })
}

async function moveVolumes(tx: Tx, id: InstanceId, target: { id: ProjectId; name: string }): Promise<void> {
  const rows = await tx
    .select({ id: volumes.id, name: volumes.name })
    .from(volumes)
    .where(eq(volumes.instanceId, id))
    .orderBy(asc(volumes.id))
  if (rows.length === 0) return
  const [taken] = await tx
    .select({ name: volumes.name })
    .from(volumes)
    .where(
      and(
        eq(volumes.projectId, target.id),
        inArray(
          volumes.name,
          rows.map(({ name }) => name),
        ),
      ),
    )
    .limit(1)
  if (taken)
    throw new ApiError('volumeInUse', {
      message: `${target.name} has a volume ${taken.name} already, and the instance has one of the same name. Delete that volume, or move the instance to another project.`,
    })
  for (const volume of rows) await changeVolume(tx, volume.id, { projectId: target.id })
}
