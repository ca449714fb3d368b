import { eq } from 'drizzle-orm'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import type { Engine } from '../../engines/engine.ts'
import type { Engines } from '../../engines/engines.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { instances } from '../../store/schema.ts'
import { invalidField } from '../catalogue/invalid-field.ts'
import type { Regions } from '../catalogue/regions/regions.ts'

interface Options {
  db: DbOrTx
  engines: Engines<Pick<Engine, 'capabilities'>>
  regions: Pick<Regions, 'engineOf'>
}

/** Rejects commands where the engine of an instance runs none. Of an unknown instance, others report that it is. */
export async function checkCommands({ db, engines, regions }: Options, id: InstanceId): Promise<void> {
  const [instance] = await db.select({ region: instances.region }).from(instances).where(eq(instances.id, id))
  if (!instance) return
  await requireCommands(engines.of(regions.engineOf(instance.region)))
}

export async function requireCommands(engine: Pick<Engine, 'capabilities'>): Promise<void> {
  const { commands } = await engine.capabilities()
  if (!commands)
    throw invalidField('command', 'The engine of this region runs no commands. Use a region with Docker or Podman.')
}
