import { and, eq } from 'drizzle-orm'
import type { factorCalls } from '../../../src/contract/calls/factor-calls.ts'
import type { UserId } from '../../../src/contract/wire/common.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Handlers } from '../../http/handler.ts'
import { sessionOf } from '../../http/require-user.ts'
import { passkeys } from '../../store/schema.ts'
import { deviceOf } from '../device-of.ts'
import { endSessionsOfPasskey } from '../sessions.ts'
import { finishEnrolment, requireMayEnrol } from './enrolment.ts'
import type { FactorDependencies } from './factor-dependencies.ts'
import { creationOptions, verifyCreated } from './passkey-ceremonies.ts'
import { relyingParty } from './relying-party.ts'
import { forgetUnneededCodes, lockFactors } from './user-factors.ts'

const MAX_PASSKEYS = 20

type PasskeyCalls = Pick<typeof factorCalls, 'startPasskey' | 'addPasskey' | 'renamePasskey' | 'removePasskey'>

/** Handlers for the caller's passkeys. */
export const passkeyHandlers = ({
  config,
  db,
  transaction,
  recoveryKey,
  tokens,
}: FactorDependencies): Handlers<keyof PasskeyCalls> => ({
  startPasskey: async ({ caller, host }) => {
    const { userId, by } = sessionOf(caller)
    await requireMayEnrol(db, userId, by)
    if ((await db.$count(passkeys, eq(passkeys.userId, userId))) >= MAX_PASSKEYS) throw new ApiError('tooManyPasskeys')
    return { options: { ...(await creationOptions(db, relyingParty(config, host), userId, by.session)) } }
  },

  addPasskey: async ({ caller, host, address, userAgent, settle, input: { passkey } }) => {
    const { userId, by } = sessionOf(caller)
    const created = await verifyCreated(db, relyingParty(config, host), by.session, passkey)
    return transaction(async (tx, sendNotice) => {
      await lockFactors(tx, userId)
      if ((await tx.$count(passkeys, eq(passkeys.userId, userId))) >= MAX_PASSKEYS)
        throw new ApiError('tooManyPasskeys')
      const [row] = await tx
        .insert(passkeys)
        .values({ ...created, userId, name: deviceOf(userAgent) })
        .onConflictDoNothing({ target: passkeys.credentialId })
        .returning()
      if (!row) throw new ApiError('passkeyTaken')
      const recoveryCodes = await finishEnrolment(tx, recoveryKey, userId, by)
      await sendNotice(userId, {
        title: 'A passkey was added',
        message: `${row.name} can now log in to your account. If you did not add it, remove it and end your other sessions.`,
        audit: { action: 'factor.added', target: `Passkey, ${row.name}`, address },
      })
      const response = { passkey: passkeyWire(row), recoveryCodes }
      await settle?.(tx, response)
      return response
    })
  },

  renamePasskey: async ({ caller, input: { id, name } }) => {
    const { rowCount } = await db
      .update(passkeys)
      .set({ name })
      .where(ownPasskey(sessionOf(caller).userId, id))
    if (rowCount !== 1) throw new ApiError('notFound')
    return { message: 'The passkey was renamed.' }
  },

  removePasskey: async ({ caller, address, settle, input: { id } }) => {
    const { userId, by } = sessionOf(caller)
    const response = { message: 'The passkey was removed.' }
    await transaction(async (tx, sendNotice) => {
      await lockFactors(tx, userId)
      const [row] = await tx.delete(passkeys).where(ownPasskey(userId, id)).returning()
      if (!row) throw new ApiError('notFound')
      await endSessionsOfPasskey(tx, address, userId, { passkeyId: id, except: by.session })
      await forgetUnneededCodes(tx, userId)
      await sendNotice(userId, {
        title: 'A passkey was removed',
        message: `${row.name} can no longer log in to your account. If you did not remove it, check your logins and sessions.`,
        audit: { action: 'factor.removed', target: `Passkey, ${row.name}`, address },
      })
      await settle?.(tx, response)
    })
    tokens.clearCache()
    return response
  },
})

const ownPasskey = (userId: UserId, id: string) => and(eq(passkeys.userId, userId), eq(passkeys.id, id))

export const passkeyWire = (row: typeof passkeys.$inferSelect) => ({
  _id: row.id,
  name: row.name,
  synced: row.backedUp,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
})
