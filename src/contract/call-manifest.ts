import type { CallManifestEntry } from './call-manifest-entries.ts'
import type { CallName } from './contract.ts'
import { everyManifestEntry } from './parts/every-manifest-entry.ts'

/** Without method and path until the call's part of the contract has loaded. */
export type CallManifest = Record<CallName, Partial<CallManifestEntry>>

/**
 * The index of all calls without their schemas. The build replaces this module by plain data, so that the console's
 * first load is without the contract; there, calls have no details until their part of it runs, except the public ones
 * of the first part.
 */
export const callManifest: CallManifest = everyManifestEntry()
