import type { LocatedValue } from './located-value.ts'

/** Returns a value as JavaScript objects without prototypes, so that a key such as `__proto__` is a key. */
export const plainValueOf = (located: LocatedValue): unknown => {
  if (located.kind === 'scalar') return located.value
  if (located.kind === 'list') return located.items.map(plainValueOf)
  const plain: Record<string, unknown> = Object.create(null)
  for (const [key, { value }] of located.entries) plain[key] = plainValueOf(value)
  return plain
}
