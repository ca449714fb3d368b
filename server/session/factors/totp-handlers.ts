import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { factorCalls } from '../../../src/contract/calls/factor-calls.ts'
import { ApiError } from '../../http/api-error.ts'
import { fieldError } from '../../http/field-error.ts'
import type { Handlers } from '../../http/handler.ts'
import { sessionOf } from '../../http/require-user.ts'
import { totpSecrets, users } from '../../store/schema.ts'
import { finishEnrolment, requireMayEnrol } from './enrolment.ts'
import type { FactorDependencies } from './factor-dependencies.ts'
import { firstTotpStep, isStartedHere, newTotp } from './totp.ts'
import { forgetUnneededCodes, lockFactors } from './user-factors.ts'

type TotpCalls = Pick<typeof factorCalls, 'startTotp' | 'confirmTotp' | 'removeTotp'>

/** Handlers for the caller's authenticator app. */
export const totpHandlers = ({
  config,
  db,
  transaction,
  seal,
  recoveryKey,
}: FactorDependencies): Handlers<keyof TotpCalls> => ({
  startTotp: async ({ caller }) => {
    const { userId, by } = sessionOf(caller)
    await requireMayEnrol(db, userId, by)
    const [user] = await db.select({ username: users.username }).from(users).where(eq(users.id, userId))
    const { secret, uri } = await newTotp(config.product.name, user?.username ?? '')
    const started = {
      sealed: await seal.seal(secret, userId),
      startedIn: by.session,
      startedAt: new Date(),
      lastStep: 0,
    }
    const { rowCount } = await db
      .insert(totpSecrets)
      .values({ ...started, userId })
      // An unfinished set-up starts again; a confirmed app is never replaced silently.
      .onConflictDoUpdate({ target: totpSecrets.userId, set: started, setWhere: isNull(totpSecrets.confirmedAt) })
    if (rowCount !== 1) throw new ApiError('totpThere')
    return { secret, uri }
  },

  confirmTotp: async ({ caller, address, settle, input: { code } }) => {
    const { userId, by } = sessionOf(caller)
    return transaction(async (tx, sendNotice) => {
      await lockFactors(tx, userId)
      const mine = eq(totpSecrets.userId, userId)
      const [row] = await tx.select().from(totpSecrets).where(mine)
      if (!row || !isStartedHere(row, by.session)) throw new ApiError('totpNotStarted')
      const lastStep = await firstTotpStep(row, seal, code)
      if (lastStep === null)
        throw fieldError(
          'code',
          'This code is wrong. Check the clock of your phone and try the next code.',
          'wrongCode',
        )
      await tx.update(totpSecrets).set({ confirmedAt: new Date(), lastStep }).where(mine)
      const recoveryCodes = await finishEnrolment(tx, recoveryKey, userId, by)
      await sendNotice(userId, {
        title: 'An authenticator app was set up',
        message:
          'Logging in to your account now requires its code. If you did not set it up, remove it and end your other sessions.',
        audit: { action: 'factor.added', target: 'Authenticator app', address },
      })
      const response = { recoveryCodes }
      await settle?.(tx, response)
      return response
    })
  },

  removeTotp: async ({ caller, address, settle }) => {
    const { userId } = sessionOf(caller)
    const response = { message: 'The authenticator app was removed.' }
    await transaction(async (tx, sendNotice) => {
      await lockFactors(tx, userId)
      const { rowCount } = await tx
        .delete(totpSecrets)
        .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt)))
      if (rowCount !== 1) throw new ApiError('notFound')
      await forgetUnneededCodes(tx, userId)
      await sendNotice(userId, {
        title: 'The authenticator app was removed',
        message:
          'Logging in to your account no longer requires its code. If you did not remove it, check your logins and sessions.',
        audit: { action: 'factor.removed', target: 'Authenticator app', address },
      })
      await settle?.(tx, response)
    })
    return response
  },
})
