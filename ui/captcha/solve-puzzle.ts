import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { CaptchaPuzzle } from '../../src/contract/wire/captcha.ts'

/** Resolves with the solution of a puzzle, as a captcha token; null if it was aborted. */
export const solvePuzzle = async (challenge: CaptchaPuzzle, controller: AbortController): Promise<string | null> => {
  const solution = await solveChallenge({ challenge, deriveKey, controller })
  return solution && btoa(JSON.stringify({ challenge, solution }))
}
