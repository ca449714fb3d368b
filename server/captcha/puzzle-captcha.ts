import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { leadingZeroBits } from '../../src/core/proof-of-work.ts'
import { ApiError } from '../http/api-error.ts'
import { derivedKey } from '../session/derived-key.ts'

const LIFE_MS = 5 * 60_000
/** About 8000 hashes, which take a browser less than a second. */
export const PUZZLE_BITS = 13
const TOKEN = /^((\d{13})\.[0-9a-f]{32})\.([0-9a-f]{64})\.\d{1,10}$/

export interface PuzzleCaptcha {
  issue(): { challenge: string; bits: number }
  /** Throws `invalidCaptcha` unless the token solves a puzzle that was issued here, and is used for the first time. */
  verify(token: string | undefined): void
}

/** Lets a caller work for each token. Nothing is stored before a puzzle is solved. */
export const createPuzzleCaptcha = (secret: string): PuzzleCaptcha => {
  const key = derivedKey(secret, 'captcha-puzzles')
  const sign = (text: string): Buffer => createHmac('sha256', key).update(text).digest()
  /** Expiry of each used puzzle, by its text, oldest first. */
  const used = new Map<string, number>()

  const forgetExpired = (nowMs: number) => {
    for (const [text, expiresAtMs] of used) if (expiresAtMs <= nowMs) used.delete(text)
  }

  return {
    issue: () => {
      const text = `${Date.now() + LIFE_MS}.${randomBytes(16).toString('hex')}`
      return { challenge: `${text}.${sign(text).toString('hex')}`, bits: PUZZLE_BITS }
    },
    verify: (token = '') => {
      const [, text = '', expiresAt, signature = ''] = TOKEN.exec(token) ?? []
      const nowMs = Date.now()
      const isOurs = text !== '' && timingSafeEqual(sign(text), Buffer.from(signature, 'hex'))
      const isSolved = isOurs && leadingZeroBits(createHash('sha256').update(token).digest()) >= PUZZLE_BITS
      forgetExpired(nowMs)
      if (!isSolved || Number(expiresAt) <= nowMs || used.has(text)) throw new ApiError('invalidCaptcha')
      used.set(text, Number(expiresAt))
    },
  }
}
