import { callManifest } from '../call-manifest.ts'
import { manifestEntries } from '../call-manifest-entries.ts'
import { furtherCalls } from './further-calls.ts'

// Importing this part completes the call manifest.
Object.assign(callManifest, manifestEntries(furtherCalls, { isFurther: true }))

export { furtherCalls }
