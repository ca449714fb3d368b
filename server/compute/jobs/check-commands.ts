import type { InstanceId } from '../../../src/contract/wire/common.ts'
import type { Engine } from '../../engines/engine.ts'
import { invalidField } from '../catalogue/invalid-field.ts'
import { type EngineLookup, engineOfInstance } from '../instances/placing/engine-of-instance.ts'

type Described = Pick<Engine, 'capabilities'>

/** Rejects commands where the engine of an instance runs none. Of an unknown instance, others report that it is. */
export async function checkCommands(options: EngineLookup<Described>, id: InstanceId): Promise<void> {
  const engine = await engineOfInstance(options, id)
  if (engine) await requireCommands(engine)
}

export async function requireCommands(engine: Described): Promise<void> {
  const { commands } = await engine.capabilities()
  if (!commands)
    throw invalidField('command', 'The engine of this region runs no commands. Use a region with Docker or Podman.')
}
