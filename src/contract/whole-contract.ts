import { callManifest } from './call-manifest.ts'
import { manifestEntries } from './call-manifest-entries.ts'

Object.assign(callManifest, manifestEntries())

/** The contract for the console, which fetches it after its first page: importing it completes the call manifest. */
export { contract } from './contract.ts'
