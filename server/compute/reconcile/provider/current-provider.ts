import type { Engine } from '../../../engines/engine.ts'
import type { Engines } from '../../../engines/engines.ts'

/** What answers now under the name of an engine, as in `replica.provider`. */
export interface CurrentProvider {
  /** Rejects with `engineUnreachable`. The engine is only asked again after `forget`. */
  read(engine: string): Promise<string>
  /** Another engine may answer after a lost connection. */
  forget(engine: string): void
}

export function createCurrentProvider(
  engines: Engines<Pick<Engine, 'name' | 'describe'>>,
  onForget: (engine: string) => void = () => {},
): CurrentProvider {
  const known = new Map<string, Promise<string>>()
  const describe = async (name: string) => {
    const engine = engines.of(name)
    const { id } = await engine.describe()
    return id === undefined ? engine.name : `${engine.name}:${id}`
  }
  return {
    read(name) {
      const reading = known.get(name) ?? describe(name)
      known.set(name, reading)
      reading.catch(() => {
        if (known.get(name) === reading) known.delete(name)
      })
      return reading
    },
    forget(name) {
      known.delete(name)
      onForget(name)
    },
  }
}
