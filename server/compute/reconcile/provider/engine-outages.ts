import { EngineFailure } from '../../../engines/engine.ts'

/**
 * The engines that could not be reached twice in a row. What needs one of them fails at once instead of waiting for its
 * calls, whose places in the gate others need.
 */
export interface EngineOutages {
  begin(engine: string, error: unknown): void
  end(engine: string): void
  /** Throws the failure of an engine that cannot be reached. */
  check(engine: string): void
}

export function createEngineOutages(): EngineOutages {
  const failures = new Map<string, EngineFailure>()
  return {
    begin(engine, error) {
      if (error instanceof EngineFailure && error.code === 'engineUnreachable') failures.set(engine, error)
    },
    end: (engine) => void failures.delete(engine),
    check(engine) {
      const failure = failures.get(engine)
      if (failure) throw failure
    },
  }
}
