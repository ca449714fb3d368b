import { and, eq, isNull, sql } from 'drizzle-orm'
import type { AddressId } from '../../../../src/contract/wire/instance/address.ts'
import type { Tx } from '../../../store/connection.ts'
import { usageIntervals } from '../../../store/schema.ts'
import type { AddressRow } from './address-wire.ts'

/** Begins to count an address, which costs its price from the transaction that took it, also without an instance. */
export async function openAddressUsage(tx: Tx, row: AddressRow): Promise<void> {
  await tx
    .insert(usageIntervals)
    .values({
      organizationId: row.organizationId,
      projectId: row.projectId,
      // A static address outlives the instances that use it.
      instanceId: row.type === 'dedicated' ? row.instanceId : null,
      subject: 'address',
      subjectId: row.id,
      service: row.type === 'dedicated' ? row.service : '',
      dailyPriceMicros: row.dailyPriceMicros,
      startedAt: sql`now()`,
    })
    .onConflictDoNothing()
}

export async function closeAddressUsage(tx: Tx, id: AddressId, endReason: 'released' | 'closed'): Promise<void> {
  await tx
    .update(usageIntervals)
    .set({ endedAt: sql`greatest(${usageIntervals.startedAt}, now())`, endReason })
    .where(and(eq(usageIntervals.subjectId, id), isNull(usageIntervals.endedAt)))
}
