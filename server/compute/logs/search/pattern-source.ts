import { patternPieces } from '../../../../src/rules/log-lines/pattern-pieces.ts'
import { characterOf, withinLine } from '../../../../src/rules/log-lines/within-line.ts'

export interface PatternSource {
  /** The pattern, ignoring case. */
  folded: string
  /** The pattern with `*` for each count (`{2,5}`), because the linear-time engine only supports small ones. */
  uncounted: string
  /** The pattern could match a newline, so it runs over one line at a time. */
  crossesLines: boolean
}

/**
 * Parses a pattern of the usual syntax. The linear-time engine has no flag to ignore case, so each letter becomes a
 * class of its cases.
 */
export function readPattern(source: string): PatternSource {
  const folded: string[] = []
  const uncounted: string[] = []
  let crossesLines = false
  for (const piece of patternPieces(source)) {
    const isCount = /^\{\d+(,\d*)?\}$/.test(piece)
    const cased = piece.startsWith('[') ? foldClass(piece) : foldedOutside(piece)
    folded.push(cased)
    uncounted.push(isCount ? '*' : cased)
    crossesLines ||= withinLine(piece) !== piece
  }
  return { folded: folded.join(''), uncounted: uncounted.join(''), crossesLines }
}

const casesOf = (character: string): string[] =>
  [...new Set([character, character.toLowerCase(), character.toUpperCase()])].filter((one) => one.length === 1)

function foldedOutside(piece: string): string {
  const character = characterOf(piece)
  const cases = character === undefined ? [] : casesOf(character)
  return cases.length > 1 ? `[${cases.join('')}]` : piece
}

/** Adds the other case of each letter and each range of letters to a class. */
function foldClass(piece: string): string {
  const added: string[] = []
  const inner = piece.slice(piece.startsWith('[^') ? 2 : 1, -1)
  for (const [, low = '', high] of inner.matchAll(/(\\x..|\\u....|\\[\s\S]|[^\\])(?:-(\\x..|\\u....|[^\\]))?/g)) {
    const [from, to] = [characterOf(low), characterOf(high ?? low)]
    if (from === undefined || to === undefined) continue
    if (high === undefined) added.push(...casesOf(from).filter((one) => one !== from))
    else added.push(otherCase(from, to, 'a', 'z', -32), otherCase(from, to, 'A', 'Z', 32))
  }
  return `${piece.slice(0, -1)}${added.join('')}]`
}

function otherCase(from: string, to: string, first: string, last: string, shift: number): string {
  const low = Math.max(from.charCodeAt(0), first.charCodeAt(0))
  const high = Math.min(to.charCodeAt(0), last.charCodeAt(0))
  return low > high ? '' : `${String.fromCharCode(low + shift)}-${String.fromCharCode(high + shift)}`
}
