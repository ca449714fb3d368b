import type { Engine } from '../../../engines/engine.ts'

/** The engine that answers now, as in `replica.provider`. */
export interface CurrentProvider {
  /** Rejects with `engineUnreachable`. The engine is only asked again after `forget`. */
  read(): Promise<string>
  /** Another engine may answer after a lost connection. */
  forget(): void
}

export function createCurrentProvider(engine: Pick<Engine, 'name' | 'describe'>): CurrentProvider {
  let known: Promise<string> | undefined
  const describe = async () => {
    const { id } = await engine.describe()
    return id === undefined ? engine.name : `${engine.name}:${id}`
  }
  return {
    read() {
      const reading = known ?? describe()
      known = reading
      reading.catch(() => {
        if (known === reading) known = undefined
      })
      return reading
    },
    forget() {
      known = undefined
    },
  }
}
