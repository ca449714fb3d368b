import type { Log } from '../log.ts'
import { type Engine, EngineFailure } from './engine.ts'

export interface NamedEngine<E = Engine> {
  /** As in the column `engine` of rows; empty for the default engine. */
  name: string
  /** Where it runs, for users. */
  title: string
  engine: E
}

/** The engines of this installation. A row names the engine that has what the row describes. */
export interface Engines<E = Engine> {
  /** Throws `engineUnreachable` for an engine that is not connected any more. */
  of(name: string): E
  has(name: string): boolean
  /** The default engine first, if there is one. */
  all(): readonly NamedEngine<E>[]
}

export const THIS_MACHINE = 'This machine'

export function createEngines<E>(list: readonly NamedEngine<E>[]): Engines<E> {
  const engines = new Map(list.map(({ name, engine }) => [name, engine]))
  return {
    of(name) {
      const engine = engines.get(name)
      if (engine !== undefined) return engine
      const which = name === '' ? 'The default engine' : `The engine ${name}`
      throw new EngineFailure(
        'engineUnreachable',
        `${which} is not connected to this installation. Ask the operator to connect it.`,
      )
    },
    has: (name) => engines.has(name),
    all: () => list,
  }
}

/** The engines of an installation that has one. */
export const soleEngine = <E>(engine: E): Engines<E> => createEngines([{ name: '', title: THIS_MACHINE, engine }])

/** Runs a task for all engines at the same time. A failed one is logged, unless it was aborted, and stops none of the others. */
export async function forEachEngine<E>(
  engines: Pick<Engines<E>, 'all'>,
  { log, failed, signal }: { log: Pick<Log, 'warn'>; failed: string; signal?: AbortSignal },
  task: (named: NamedEngine<E>) => Promise<void>,
): Promise<void> {
  const report = (error: unknown, named: NamedEngine<E>) => {
    if (!signal?.aborted) log.warn({ err: error, ...labelOf(named) }, failed)
  }
  await Promise.all(engines.all().map((named) => task(named).catch((error: unknown) => report(error, named))))
}

/** Names an engine in the log; nothing for the default one. */
export const labelOf = ({ name }: Pick<NamedEngine<unknown>, 'name'>): { engine?: string } =>
  name === '' ? {} : { engine: name }
