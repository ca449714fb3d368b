import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { InstanceId, ProjectId } from '../../../../src/contract/wire/common.ts'
import { ApiError } from '../../../http/api-error.ts'
import { publishOrganizationEvents } from '../../../live/outbox.ts'
import type { Tx } from '../../../store/connection.ts'
import { addresses } from '../../../store/schema.ts'
import { addressWire } from './address-wire.ts'

/** Takes the addresses of an instance along to another project. */
export async function moveAddresses(
  tx: Tx,
  instanceId: InstanceId,
  target: { id: ProjectId; name: string },
): Promise<void> {
  const rows = await tx
    .select({ id: addresses.id, name: addresses.name })
    .from(addresses)
    .where(eq(addresses.instanceId, instanceId))
    .orderBy(asc(addresses.id))
  const names = rows.map(({ name }) => name).filter((name) => name !== '')
  const [taken] =
    names.length > 0
      ? await tx
          .select({ name: addresses.name })
          .from(addresses)
          .where(and(eq(addresses.projectId, target.id), inArray(addresses.name, names)))
          .limit(1)
      : []
  if (taken)
    throw new ApiError('addressInUse', {
      message: `${target.name} has an address ${taken.name} already, and the instance has one of the same name. Release that address, or move the instance to another project.`,
    })
  for (const { id } of rows) {
    const [row] = await tx
      .update(addresses)
      .set({ projectId: target.id, revision: sql`${addresses.revision} + 1`, updatedAt: sql`now()` })
      .where(eq(addresses.id, id))
      .returning()
    if (!row) continue
    const { projectId, revision, updatedAt } = addressWire(row)
    await publishOrganizationEvents(tx, row.organizationId, {
      kind: 'addressChanged',
      id,
      revision,
      changes: { projectId, revision, updatedAt },
    })
  }
}
