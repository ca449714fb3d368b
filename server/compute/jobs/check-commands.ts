import type { Engine } from '../../engines/engine.ts'
import { invalidField } from '../catalogue/invalid-field.ts'

/** Rejects commands where the engine runs none. */
export async function checkCommands(engine: Pick<Engine, 'capabilities'>): Promise<void> {
  const { commands } = await engine.capabilities()
  if (!commands)
    throw invalidField('command', 'The engine of this installation runs no commands. Install Docker or Podman.')
}
