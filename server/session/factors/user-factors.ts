import { and, desc, eq, isNotNull, isNull, min, sql } from 'drizzle-orm'
import type { UserId } from '../../../src/contract/wire/common.ts'
import type { FactorMethods } from '../../../src/contract/wire/factor.ts'
import type { DbOrTx, Tx } from '../../store/connection.ts'
import { passkeys, recoveryCodes, totpSecrets, users } from '../../store/schema.ts'

const isConfirmed = (userId: UserId) => and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt))

export const passkeysOf = (db: DbOrTx, userId: UserId) =>
  db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(desc(passkeys.createdAt))

export const totpOf = async (db: DbOrTx, userId: UserId) => {
  const [row] = await db.select().from(totpSecrets).where(isConfirmed(userId))
  return row
}

const unusedCodes = (userId: UserId) => and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))

export const recoveryCodesOf = async (db: DbOrTx, userId: UserId) => {
  const [row] = await db
    .select({ createdAt: min(recoveryCodes.createdAt) })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId))
  if (!row?.createdAt) return null
  return { left: await db.$count(recoveryCodes, unusedCodes(userId)), createdAt: row.createdAt }
}

/**
 * Returns the methods by which a user can prove a second factor. Recovery codes only replace another factor, so they do
 * not count alone.
 */
export const methodsOf = async (db: DbOrTx, userId: UserId): Promise<FactorMethods> => {
  const { rows } = await db.execute<{ passkey: boolean; totp: boolean; recoveryCode: boolean }>(sql`
    select exists(select from ${passkeys} where ${eq(passkeys.userId, userId)}) as passkey,
      exists(select from ${totpSecrets} where ${isConfirmed(userId)}) as totp,
      exists(select from ${recoveryCodes} where ${unusedCodes(userId)}) as "recoveryCode"`)
  const found = rows[0] ?? { passkey: false, totp: false, recoveryCode: false }
  return { ...found, recoveryCode: found.recoveryCode && (found.passkey || found.totp) }
}

export const hasSecondFactor = async (db: DbOrTx, userId: UserId): Promise<boolean> => {
  const { passkey, totp } = await methodsOf(db, userId)
  return passkey || totp
}

/** Serialises changes of a user's factors. */
export const lockFactors = async (tx: Tx, userId: UserId): Promise<void> => {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

/** Deletes the recovery codes after the last factor was removed. */
export const forgetUnneededCodes = async (tx: Tx, userId: UserId): Promise<void> => {
  if (!(await hasSecondFactor(tx, userId))) await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}
