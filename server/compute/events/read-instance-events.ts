import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { ParsedOf, ResponseOf } from '../../../src/contract/contract.ts'
import { type InstanceEventKind, instanceEventKinds } from '../../../src/contract/wire/instance/instance-event.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Db } from '../../store/connection.ts'
import { instanceEvents, users } from '../../store/schema.ts'

/** Reads a page of the events of an instance, newest first: the one that `skip` names, or the one with an event. */
export async function readInstanceEvents(
  db: Db,
  { id, limit, subject, service, event, ...input }: ParsedOf<'readInstanceEvents'>,
): Promise<ResponseOf<'readInstanceEvents'>> {
  const filter = and(
    eq(instanceEvents.instanceId, id),
    subject && inArray(instanceEvents.kind, [...instanceEventKinds[subject]]),
    service === undefined ? undefined : eq(instanceEvents.service, service),
  )
  const totalCount = await db.$count(instanceEvents, filter)
  const newer = event === undefined ? input.skip : await countNewer(db, filter, event)
  const skip = event === undefined ? newer : newer - (newer % limit)
  const rows = await db
    .select({ event: instanceEvents, name: users.name })
    .from(instanceEvents)
    .leftJoin(users, eq(users.id, instanceEvents.actor))
    .where(filter)
    .orderBy(desc(instanceEvents.at), desc(instanceEvents.id))
    .limit(limit)
    .offset(skip)
  return {
    totalCount,
    skip,
    events: rows.map(({ event, name }) => ({
      _id: event.id,
      // Only these kinds are written.
      kind: event.kind as InstanceEventKind,
      instanceId: event.instanceId,
      actor: event.actor && { userId: event.actor, name: name ?? '' },
      deploymentId: event.deploymentId,
      replicaId: event.replicaId,
      service: event.service,
      data: event.data,
      at: event.at.toISOString(),
    })),
  }
}

async function countNewer(db: Db, filter: ReturnType<typeof and>, eventId: string): Promise<number> {
  const event = sql`(select at, id from instance_event where id = ${eventId})`
  const [found] = await db
    .select({
      newer: sql<number>`(count(*) filter (where (${instanceEvents.at}, ${instanceEvents.id}) > ${event}))::int`,
      isThere: sql<boolean | null>`bool_or(${instanceEvents.id} = ${eventId})`,
    })
    .from(instanceEvents)
    .where(filter)
  if (!found?.isThere) throw new ApiError('notFound')
  return found.newer
}
