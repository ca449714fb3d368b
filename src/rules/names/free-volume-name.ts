import { withoutTrailing } from './without-trailing.ts'

const MAX_LENGTH = 60

/** Returns the name, or the name with the first number from 2 that is not taken. */
export function freeVolumeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  for (let number = 2; ; number += 1) {
    const end = `-${number}`
    const next = `${withoutTrailing(name.slice(0, MAX_LENGTH - end.length), '-')}${end}`
    if (!taken.has(next)) return next
  }
}
