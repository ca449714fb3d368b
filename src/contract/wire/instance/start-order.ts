interface Ordered {
  name: string
  startAfter: readonly string[]
}

/** Returns services that wait for each other in a circle; undefined if there are none. */
export function findStartCycle(services: readonly Ordered[]): string[] | undefined {
  let waiting = [...services]
  for (;;) {
    const names = new Set(waiting.map(({ name }) => name))
    const blocked = waiting.filter(({ startAfter }) => startAfter.some((other) => names.has(other)))
    if (blocked.length === 0) return undefined
    if (blocked.length === waiting.length) return blocked.map(({ name }) => name)
    waiting = blocked
  }
}
