import type { LocatedValue, Position } from './located-value.ts'

export type Path = readonly (string | number)[]

/** Returns a value as JavaScript objects without prototypes, so that a key such as `__proto__` is a key. */
export const plainValueOf = (located: LocatedValue): unknown => {
  if (located.kind === 'scalar') return located.value
  if (located.kind === 'list') return located.items.map(plainValueOf)
  const plain: Record<string, unknown> = Object.create(null)
  for (const [key, { value }] of located.entries) plain[key] = plainValueOf(value)
  return plain
}

/** Returns the position of a field, or of the nearest one around it that exists. */
export const positionOfPath = (root: LocatedValue, path: Path, of: 'key' | 'value' = 'value'): Position => {
  let value = root
  let at = root.at
  for (const [depth, key] of path.entries()) {
    const entry = value.kind === 'map' ? value.entries.get(String(key)) : undefined
    const next = entry?.value ?? (value.kind === 'list' ? value.items[Number(key)] : undefined)
    if (!next) break
    at = entry && (of === 'key' || isEmpty(next)) && depth === path.length - 1 ? entry.at : next.at
    value = next
  }
  return at
}

const isEmpty = (value: LocatedValue): boolean => value.kind === 'scalar' && value.value === null
