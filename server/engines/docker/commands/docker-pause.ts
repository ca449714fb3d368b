import type { Container } from 'dockerode'
import type { Engine } from '../../engine.ts'
import { dockerFailure } from '../docker-failure.ts'

const CALL_MS = 30_000
const alreadySo = /already paused|not paused/i

/** Freezes workloads with the engine's freezer, and lets them go on. */
export function dockerPause(containerOf: (id: string) => Container): Pick<Engine, 'pause' | 'resume'> {
  const call = async (id: string, act: (options: { abortSignal: AbortSignal }) => Promise<unknown>): Promise<void> => {
    try {
      await act({ abortSignal: AbortSignal.timeout(CALL_MS) })
    } catch (error) {
      if (error instanceof Error && alreadySo.test(error.message)) return
      throw dockerFailure(error, { id })
    }
  }
  return {
    pause: (id) => call(id, (options) => containerOf(id).pause(options)),
    resume: (id) => call(id, (options) => containerOf(id).unpause(options)),
  }
}
