import { leadingZeroBits } from '../../src/core/proof-of-work.ts'

/** Hashes in a row before the page may react to other events. */
const HASHES_AT_ONCE = 256

interface Puzzle {
  challenge: string
  bits: number
}

/** Resolves with the solution of a puzzle, as a captcha token; null if it was aborted. */
export const solvePuzzle = async ({ challenge, bits }: Puzzle, signal: AbortSignal): Promise<string | null> => {
  const encoder = new TextEncoder()
  for (let first = 0; !signal.aborted; first += HASHES_AT_ONCE) {
    const tokens = Array.from({ length: HASHES_AT_ONCE }, (_, index) => `${challenge}.${first + index}`)
    const hashes = await Promise.all(tokens.map((token) => crypto.subtle.digest('SHA-256', encoder.encode(token))))
    const found = hashes.findIndex((hash) => leadingZeroBits(new Uint8Array(hash)) >= bits)
    if (found !== -1) return tokens[found] ?? null
  }
  return null
}
