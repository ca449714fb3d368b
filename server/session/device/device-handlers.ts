import { eq } from 'drizzle-orm'
import type { deviceCalls } from '../../../src/contract/calls/device-calls.ts'
import type { ErrorCode } from '../../../src/contract/error-codes.ts'
import type { UserId } from '../../../src/contract/wire/common.ts'
import { formatUserCode } from '../../../src/contract/wire/user-code.ts'
import type { Config } from '../../config.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Handlers } from '../../http/handler.ts'
import { sessionOf } from '../../http/require-user.ts'
import { notifyUser } from '../../live/outbox.ts'
import type { Store, Tx } from '../../store/connection.ts'
import { users } from '../../store/schema.ts'
import { deviceOf } from '../device-of.ts'
import { placeOf } from '../place-of.ts'
import { isOfBrowser } from '../sessions.ts'
import type { Tokens } from '../tokens.ts'
import {
  beginDeviceLogin,
  decideDeviceLogin,
  INTERVAL_SECONDS,
  LIFE_SECONDS,
  openDeviceLogin,
  pollDeviceLogin,
} from './device-logins.ts'
import { createWrongCodes } from './wrong-codes.ts'

const errorCodeByKind = {
  pending: 'devicePending',
  tooSoon: 'deviceSlowDown',
  denied: 'deviceDenied',
  expired: 'deviceExpired',
} as const satisfies Record<string, ErrorCode>

/** Handlers for the device login: a command line shows a code, and the user approves that code in the console. */
export const deviceHandlers = (
  { db }: Pick<Store, 'db'>,
  tokens: Tokens,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): Handlers<keyof typeof deviceCalls> => {
  const wrongCodes = createWrongCodes()
  const verificationUri = `${publicUrl}/user/cli-login`

  /** Counts each unknown code against the user who entered it. */
  const found = async <T>(userId: string, lookup: () => Promise<T | undefined>): Promise<T> => {
    if (wrongCodes.areTooMany(userId)) throw new ApiError('tooMany')
    const row = await lookup()
    if (row !== undefined) return row
    wrongCodes.add(userId)
    throw new ApiError('deviceUnknown')
  }

  return {
    startDeviceLogin: async ({ address, userAgent }) => {
      const { deviceCode, userCode: code } = await beginDeviceLogin(db, { address, userAgent })
      const userCode = formatUserCode(code)
      return {
        deviceCode,
        userCode,
        verificationUri,
        verificationUriComplete: `${verificationUri}?code=${userCode}`,
        expiresIn: LIFE_SECONDS,
        interval: INTERVAL_SECONDS,
      }
    },

    pollDeviceToken: async ({ input: { deviceCode }, address, userAgent }) => {
      // Errors are thrown after the transaction, which must commit the time of this poll.
      const polled = await db.transaction(async (tx) => {
        const poll = await pollDeviceLogin(tx, deviceCode)
        if (poll.kind !== 'approved') return poll
        const how = { ...poll.login, kind: 'commandLine', address, userAgent } as const
        const { token, secret } = await tokens.open(poll.userId, how, tx)
        return { kind: 'entered' as const, token, secret, email: await emailOf(tx, poll.userId) }
      })
      if (polled.kind !== 'entered') throw new ApiError(errorCodeByKind[polled.kind])
      const { token, secret, email } = polled
      return { token, secret, email }
    },

    readDeviceLogin: async ({ caller, input: { userCode } }) => {
      const row = await found(sessionOf(caller).userId, () => openDeviceLogin(db, userCode))
      return {
        deviceLogin: {
          userCode: formatUserCode(row.userCode),
          device: deviceOf(row.userAgent),
          address: row.address,
          place: placeOf(row.address),
          createdAt: row.createdAt.toISOString(),
          expiresAt: row.expiresAt.toISOString(),
        },
      }
    },

    decideDeviceLogin: async ({ caller, input: { userCode, approve } }) => {
      const { userId, by } = sessionOf(caller)
      // Otherwise a stolen command-line session could approve its successors for ever.
      if (approve && !(await isOfBrowser(db, by.session))) throw new ApiError('browserNeeded')
      return found(userId, () =>
        db.transaction(async (tx) => {
          const row = await decideDeviceLogin(tx, { userCode, userId, sessionId: by.session, approve })
          if (!row) return undefined
          if (approve)
            await notifyUser(tx, userId, {
              type: 'info',
              title: 'A command line logged in',
              message: `${deviceOf(row.userAgent)} at ${row.address} can act on your behalf. If it is not yours, end its session in your settings.`,
              additionalData: { subject: 'security' },
            })
          return { approved: approve, email: await emailOf(tx, userId) }
        }),
      )
    },
  }
}

const emailOf = async (tx: Tx, userId: UserId): Promise<string | null> => {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return user?.email ?? null
}
