import { createHmac, type KeyObject, randomInt } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { UserId } from '../../../src/contract/wire/common.ts'
import type { Tx } from '../../store/connection.ts'
import { recoveryCodes } from '../../store/schema.ts'

const CODES = 10
const LENGTH = 12
/** Without 0 and O, 1, I and L. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** 59 bits suffice: guesses are limited, and the hashes are useless without the installation's secret. */
const newCode = (): string => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** Formats a code for display: `ABCD-EFGH-JKMN`. */
const formatRecoveryCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-')

const hashOf = (key: KeyObject, userId: UserId, code: string): string =>
  createHmac('sha256', key).update(`${userId} ${code}`).digest('base64url')

/** Replaces all codes of a user and returns them. Only their hashes are stored. */
export const replaceRecoveryCodes = async (tx: Tx, key: KeyObject, userId: UserId): Promise<string[]> => {
  const codes = Array.from({ length: CODES }, newCode)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, hash: hashOf(key, userId, code) })))
  return codes.map(formatRecoveryCode)
}

/** Consumes a code and returns the number of remaining codes, or null if the code is not valid. */
export const spendRecoveryCode = async (
  tx: Tx,
  key: KeyObject,
  userId: UserId,
  code: string,
): Promise<number | null> => {
  const unused = and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))
  const { rowCount } = await tx
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(and(unused, eq(recoveryCodes.hash, hashOf(key, userId, code))))
  return rowCount === 1 ? tx.$count(recoveryCodes, unused) : null
}
