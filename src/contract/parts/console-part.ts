import { callManifest } from '../call-manifest.ts'
import { manifestEntries } from '../call-manifest-entries.ts'
import { consoleCalls } from './console-calls.ts'

// Importing this part completes the call manifest.
Object.assign(callManifest, manifestEntries(consoleCalls, {}))

export { consoleCalls }
