import { readFileSync } from 'node:fs'

const listening = '0A'

/**
 * Returns whether anything listens on a TCP port in the network of a process; undefined when the system does not show
 * it.
 */
export function listensOn(pid: number, port: number): boolean | undefined {
  const tables = ['tcp', 'tcp6'].flatMap((name) => readTable(`/proc/${pid}/net/${name}`) ?? [])
  if (tables.length === 0) return undefined
  const portHex = port.toString(16).toUpperCase().padStart(4, '0')
  return tables.some((row) => {
    const [, local, , state] = row.trim().split(/\s+/)
    return state === listening && local?.split(':')[1] === portHex
  })
}

function readTable(path: string): string[] | undefined {
  try {
    return readFileSync(path, 'latin1').trim().split('\n')
  } catch {
    return undefined
  }
}
