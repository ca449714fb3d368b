import type { Scope } from './handler.ts'

/** The organisation that the policy found; every call with an access rule has one. */
export function scopeOf(scope: Scope | null): Scope {
  if (!scope) throw new Error('A call came without the organisation that it is about')
  return scope
}
