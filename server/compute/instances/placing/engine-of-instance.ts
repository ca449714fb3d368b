import { eq } from 'drizzle-orm'
import type { InstanceId } from '../../../../src/contract/wire/common.ts'
import type { Engines } from '../../../engines/engines.ts'
import type { DbOrTx } from '../../../store/connection.ts'
import { instances } from '../../../store/schema.ts'
import type { Regions } from '../../catalogue/regions/regions.ts'

export interface EngineLookup<E> {
  db: DbOrTx
  engines: Engines<E>
  regions: Pick<Regions, 'engineOf'>
}

/** Returns the engine that an instance's region has now; undefined for an unknown instance. */
export async function engineOfInstance<E>(
  { db, engines, regions }: EngineLookup<E>,
  id: InstanceId,
): Promise<E | undefined> {
  const [instance] = await db.select({ region: instances.region }).from(instances).where(eq(instances.id, id))
  return instance && engines.of(regions.engineOf(instance.region))
}
