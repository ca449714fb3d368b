export type Limit = <T>(work: () => Promise<T>) => Promise<T>

/** Runs at most `atOnce` pieces of work at the same time, in the order of the calls. */
export function limitConcurrency(atOnce: number): Limit {
  const waiting: (() => void)[] = []
  let free = atOnce
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
