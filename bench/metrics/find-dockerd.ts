import { readdirSync, readFileSync } from 'node:fs'

/** Returns the process of the engine that listens on a socket; undefined if it runs elsewhere. */
export function findDockerd(host: string): number | undefined {
  const path = new URL(host).pathname
  const daemons = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && /\bdockerd\b/.test(commandOf(name)))
  const named = daemons.find((name) => commandOf(name).includes(path))
  const found = named ?? (daemons.length === 1 ? daemons[0] : undefined)
  return found === undefined ? undefined : Number(found)
}

function commandOf(process: string): string {
  try {
    return readFileSync(`/proc/${process}/cmdline`, 'latin1')
  } catch {
    return '' // It has ended.
  }
}
