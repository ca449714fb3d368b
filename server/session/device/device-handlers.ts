import { eq } from 'drizzle-orm'
import type { deviceCalls } from '../../../src/contract/calls/device-calls.ts'
import type { RefusalCode } from '../../../src/contract/refusals.ts'
import type { UserId } from '../../../src/contract/wire/common.ts'
import { shownUserCode } from '../../../src/contract/wire/user-code.ts'
import type { Config } from '../../config.ts'
import type { Handlers } from '../../http/handler.ts'
import { sessionOf } from '../../http/person-of.ts'
import { Refused } from '../../http/refused.ts'
import { notifyPerson } from '../../live/outbox.ts'
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

const refusalOf = {
  pending: 'devicePending',
  tooSoon: 'deviceSlowDown',
  denied: 'deviceDenied',
  expired: 'deviceExpired',
} as const satisfies Record<string, RefusalCode>

/** Logging a command line in: it shows a code, and its person says in the console that the code is theirs. */
export const deviceHandlers = (
  { db }: Pick<Store, 'db'>,
  tokens: Tokens,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): Handlers<keyof typeof deviceCalls> => {
  const wrongCodes = createWrongCodes()
  const verificationUri = `${publicUrl}/user/cli-login`

  /** A code that was looked for and not found counts against whoever looked. */
  const found = async <T>(userId: string, look: () => Promise<T | undefined>): Promise<T> => {
    if (wrongCodes.areTooMany(userId)) throw new Refused('tooMany')
    const row = await look()
    if (row !== undefined) return row
    wrongCodes.add(userId)
    throw new Refused('deviceUnknown')
  }

  return {
    startDeviceLogin: async ({ address, userAgent }) => {
      const { deviceCode, userCode: code } = await beginDeviceLogin(db, { address, userAgent })
      const userCode = shownUserCode(code)
      return {
        deviceCode,
        userCode,
        verificationUri,
        verificationUriComplete: `${verificationUri}?code=${userCode}`,
        expiresIn: LIFE_SECONDS,
        interval: INTERVAL_SECONDS,
      }
    },

    takeDeviceToken: async ({ input: { deviceCode }, address, userAgent }) => {
      // A refusal is thrown after the transaction, which has to keep when the device asked.
      const polled = await db.transaction(async (tx) => {
        const poll = await pollDeviceLogin(tx, deviceCode)
        if (poll.kind !== 'approved') return poll
        const how = { ...poll.login, kind: 'commandLine', address, userAgent } as const
        const { token, secret } = await tokens.open(poll.userId, how, tx)
        return { kind: 'entered' as const, token, secret, email: await emailOf(tx, poll.userId) }
      })
      if (polled.kind !== 'entered') throw new Refused(refusalOf[polled.kind])
      const { token, secret, email } = polled
      return { token, secret, email }
    },

    readDeviceLogin: async ({ caller, input: { userCode } }) => {
      const row = await found(sessionOf(caller).userId, () => openDeviceLogin(db, userCode))
      return {
        deviceLogin: {
          userCode: shownUserCode(row.userCode),
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
      // Else one stolen session could be followed by another for ever.
      if (approve && !(await isOfBrowser(db, by.session))) throw new Refused('browserNeeded')
      return found(userId, () =>
        db.transaction(async (tx) => {
          const row = await decideDeviceLogin(tx, { userCode, userId, sessionId: by.session, approve })
          if (!row) return undefined
          if (approve)
            await notifyPerson(tx, userId, {
              type: 'info',
              title: 'A command line logged in',
              message: `${deviceOf(row.userAgent)} at ${row.address} acts in your name. End its session in your settings if it is not yours.`,
              additionalData: { subject: 'security' },
            })
          return { approved: approve, email: await emailOf(tx, userId) }
        }),
      )
    },
  }
}

const emailOf = async (tx: Tx, userId: UserId): Promise<string | null> => {
  const [person] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return person?.email ?? null
}
