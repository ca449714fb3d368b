import { eq } from 'drizzle-orm'
import type { InstanceId } from '../../../../src/contract/wire/common.ts'
import type { Tx } from '../../../store/connection.ts'
import { instances } from '../../../store/schema.ts'
import type { InstanceRow } from '../../instances/instance-wire.ts'

/** Every change of an instance, its deployments and its replicas locks its row first. */
export async function lockInstance(tx: Tx, id: InstanceId): Promise<InstanceRow | undefined> {
  const [row] = await tx.select().from(instances).where(eq(instances.id, id)).for('no key update')
  return row
}
