import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as v from 'valibot'
import { type CaptchaPuzzle, captchaSolution } from '../../src/contract/wire/captcha.ts'
import { ApiError } from '../http/api-error.ts'
import { derivedKey } from '../session/derived-key.ts'
import type { Db } from '../store/connection.ts'
import { usedCaptchas } from '../store/schema.ts'

const LIFE_MS = 5 * 60_000
const ALGORITHM = 'PBKDF2/SHA-256'
/** Rounds of each attempt. One in 256 attempts solves a puzzle, which takes a browser less than a second. */
const COST = 1000
const KEY_PREFIX = '00'

export interface PuzzleCaptcha {
  issue(): Promise<CaptchaPuzzle>
  /** Throws `invalidCaptcha` unless the token solves a puzzle that was issued here, and is used for the first time. */
  verify(token: string | undefined): Promise<void>
}

/** Lets a caller work for each token. Nothing is stored before a puzzle is solved. */
export const createPuzzleCaptcha = (secret: string, db: Db): PuzzleCaptcha => {
  const hmacSignatureSecret = derivedKey(secret, 'captcha-puzzles').export().toString('hex')
  return {
    async issue() {
      const expiresAt = new Date(Date.now() + LIFE_MS)
      const options = {
        algorithm: ALGORITHM,
        cost: COST,
        keyPrefix: KEY_PREFIX,
        deriveKey,
        expiresAt,
        hmacSignatureSecret,
      }
      const { parameters, signature = '' } = await createChallenge(options)
      return { parameters: { ...parameters, expiresAt: parameters.expiresAt ?? 0 }, signature }
    },
    async verify(token = '') {
      const given = solutionIn(token)
      if (!given) throw new ApiError('invalidCaptcha')
      const { verified } = await verifySolution({ ...given, deriveKey, hmacSignatureSecret })
      const { nonce, expiresAt } = given.challenge.parameters
      if (!verified) throw new ApiError('invalidCaptcha')
      const used = await db
        .insert(usedCaptchas)
        .values({ nonce, expiresAt: new Date(expiresAt * 1000) })
        .onConflictDoNothing()
        .returning()
      if (used.length === 0) throw new ApiError('invalidCaptcha')
    },
  }
}

/** Returns undefined for what cannot be a solution. */
const solutionIn = (token: string) => {
  try {
    const parsed = v.safeParse(captchaSolution, JSON.parse(Buffer.from(token, 'base64').toString()))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}
