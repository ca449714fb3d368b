export type LocationMessage =
  /** The URL changed, by a link, a redirect, or back and forward. */
  { type: 'location/changed'; path: string; query: string }

/** State of the history entries that effects open: unsaved changes do not hold them up. */
export const unguardedEntry = { unguarded: true }

export const isUnguarded = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'unguarded' in state
