import { callManifest } from './call-manifest.ts'
import type { CallName, QueryName, StreamedName, UnaryName } from './contract.ts'

export const callNames = Object.keys(callManifest) as CallName[]
export const isStreamedName = (name: CallName): name is StreamedName => callManifest[name].isStreamed === true
export const unaryNames = callNames.filter((name): name is UnaryName => !isStreamedName(name))
export const isQuery = (name: CallName): name is QueryName => callManifest[name].isQuery === true
