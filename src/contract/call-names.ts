import { callManifest } from './call-manifest.ts'
import type { CallName, PiecesName, PlainName, QueryName } from './contract.ts'

export const callNames = Object.keys(callManifest) as CallName[]
export const isInPieces = (name: CallName): name is PiecesName => callManifest[name].inPieces === true
export const plainNames = callNames.filter((name): name is PlainName => !isInPieces(name))
export const isQuery = (name: CallName): name is QueryName => callManifest[name].isQuery === true
