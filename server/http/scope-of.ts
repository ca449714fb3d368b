import type { Scope } from './handler.ts'

/** Returns the scope found by the policy; every call whose access rule names a resource has one. */
export function scopeOf(scope: Scope | null): Scope {
  if (!scope) throw new Error('The call has no scope')
  return scope
}
