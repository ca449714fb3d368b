import { type CallManifestEntry, manifestEntries } from './call-manifest-entries.ts'
import type { CallName } from './contract.ts'

type CallManifest = Record<CallName, Partial<CallManifestEntry>>

/**
 * The index of all calls without their schemas. The build replaces this module by plain data, so that the console's
 * first load is without the contract; there, calls that are not public have no details until `whole-contract.ts` runs.
 */
export const callManifest: CallManifest = manifestEntries()
