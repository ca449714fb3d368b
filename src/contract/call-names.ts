import type { CallName, PiecesName, PlainName, ReadName } from './contract.ts'
import { outline } from './outline.ts'

export const callNames = Object.keys(outline) as CallName[]
export const isInPieces = (name: CallName): name is PiecesName => outline[name].inPieces === true
export const plainNames = callNames.filter((name): name is PlainName => !isInPieces(name))
export const isRead = (name: CallName): name is ReadName => outline[name].isRead === true
