import { type CallManifestEntry, manifestEntries } from '../call-manifest-entries.ts'
import type { CallName } from '../contract.ts'
import { consoleCalls } from './console-calls.ts'
import { furtherCalls } from './further-calls.ts'

/** Returns the entry of every call of the contract. */
export const everyManifestEntry = (): Record<CallName, CallManifestEntry> => ({
  ...manifestEntries(consoleCalls, {}),
  ...manifestEntries(furtherCalls, { isFurther: true }),
})
