import type { Log } from '../log.ts'

export interface StopStack {
  /** Parts are stopped in reverse order. */
  push(name: string, stop: () => unknown): void
  stopAll(log?: Log): Promise<void>
}

const LIMIT_MS = 10_000

export const createStopStack = (): StopStack => {
  const steps: { name: string; stop: () => unknown }[] = []
  return {
    push: (name, stop) => {
      steps.push({ name, stop })
    },
    stopAll: async (log) => {
      for (let step = steps.pop(); step; step = steps.pop()) {
        const started = performance.now()
        try {
          await withLimit(Promise.resolve(step.stop()))
        } catch (error) {
          log?.warn({ err: error, part: step.name }, 'a part did not stop cleanly')
        }
        log?.debug({ part: step.name, ms: Math.round(performance.now() - started) }, 'stopped')
      }
    },
  }
}

const withLimit = async (work: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It took more than ${LIMIT_MS / 1000} s.`)), LIMIT_MS)
  })
  await Promise.race([work, limit]).finally(() => clearTimeout(timer))
}
