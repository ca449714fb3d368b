import type { sessionCalls } from '../../src/contract/calls/session-calls.ts'
import type { Config } from '../config.ts'
import type { Handlers } from '../http/handler.ts'
import { sessionOf } from '../http/person-of.ts'
import { Refused } from '../http/refused.ts'
import { overTls } from '../http/security-headers.ts'
import type { Store } from '../store/connection.ts'
import type { sessions } from '../store/schema.ts'
import { deviceOf } from './device-of.ts'
import { disconnectLogin } from './disconnect-login.ts'
import { placeOf } from './place-of.ts'
import { endedSessionCookie, sessionCookie, sessionSecretOf } from './session-cookie.ts'
import { endOtherSessions, endSession, endSessionOf, listSessions } from './sessions.ts'
import type { Tokens } from './tokens.ts'
import { provenAddress } from './wallets/proven-address.ts'

/** Sessions: how they go on, which there are, how they end. */
export const sessionHandlers = (
  { db }: Pick<Store, 'db'>,
  tokens: Tokens,
  config: Pick<Config, 'publicUrl'>,
): Handlers<keyof typeof sessionCalls> => {
  const isSecure = overTls(config)

  return {
    renewToken: async ({ input, cookies, address, userAgent }) => {
      const kept = sessionSecretOf(cookies.given)
      const secret = input.secret ?? kept
      if (secret === undefined) throw new Refused('sessionEnded')
      try {
        const token = await tokens.renew(secret, { address, userAgent }, input.session)
        if (secret === kept) cookies.set(sessionCookie(secret, isSecure))
        return { token }
      } catch (error) {
        // Another session's cookie stays: it belongs to whoever signed in last in this browser.
        if (error instanceof Refused && secret === kept && input.session === undefined)
          cookies.set(endedSessionCookie(isSecure))
        throw error
      }
    },

    signOut: async ({ caller, cookies, address }) => {
      if (caller.kind === 'person' && 'session' in caller.by)
        await endSession(db, address, caller.userId, caller.by.session)
      const kept = sessionSecretOf(cookies.given)
      // A token that ran out while nobody looked must not keep its session from ending.
      if (kept !== undefined) await endSessionOf(db, address, kept)
      tokens.forget()
      cookies.set(endedSessionCookie(isSecure))
      return { message: 'You are logged out.' }
    },

    readSessions: async ({ caller }) => {
      const { userId, by } = sessionOf(caller)
      const rows = await listSessions(db, userId)
      return { sessions: rows.map((row) => sessionWire(row, by.session)) }
    },

    endSession: async ({ caller, address, input: { id } }) => {
      const ended = await endSession(db, address, sessionOf(caller).userId, id)
      tokens.forget()
      if (ended === 0) throw new Refused('notFound')
      return { message: 'The session is over.' }
    },

    endOtherSessions: async ({ caller, address }) => {
      const { userId, by } = sessionOf(caller)
      const ended = await endOtherSessions(db, address, userId, by.session)
      tokens.forget()
      return { ended }
    },

    disconnectLogin: async ({ caller, address, input: { provider, ...proof } }) => {
      const proven = await provenAddress(db, proof)
      await disconnectLogin(db, sessionOf(caller), { provider, provenAddress: proven, from: address })
      tokens.forget()
      return { message: 'The login is disconnected.' }
    },
  }
}

const sessionWire = (row: typeof sessions.$inferSelect, current: string) => ({
  _id: row.id,
  kind: row.kind,
  provider: row.provider,
  device: deviceOf(row.userAgent),
  address: row.address,
  place: placeOf(row.address),
  current: row.id === current,
  createdAt: row.createdAt.toISOString(),
  lastSeenAt: row.lastSeenAt.toISOString(),
})
