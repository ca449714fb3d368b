import { randomInt } from 'node:crypto'
import { and, eq, gt, ne, sql } from 'drizzle-orm'
import type { UserId } from '../../../src/contract/wire/common.ts'
import { USER_CODE_LENGTH, USER_CODE_LETTERS } from '../../../src/contract/wire/user-code.ts'
import type { Where } from '../../http/where-of.ts'
import { hashOf, newSecret } from '../../keys/secrets.ts'
import type { DbOrTx, Tx } from '../../store/connection.ts'
import { deviceLogins } from '../../store/schema.ts'
import { inheritedLogin, type SessionRow } from '../sessions.ts'

export const LIFE_SECONDS = 600
export const INTERVAL_SECONDS = 5
/** Tolerance for clock and network jitter: a device that polls every five seconds is never told to slow down. */
const EARLY_MS = 500

type DeviceLogin = typeof deviceLogins.$inferSelect

const newUserCode = (): string =>
  Array.from({ length: USER_CODE_LENGTH }, () => USER_CODE_LETTERS[randomInt(USER_CODE_LETTERS.length)]).join('')

/** Creates a pair of codes. Only the hash of the device's code is stored. */
export const beginDeviceLogin = async (db: DbOrTx, where: Where): Promise<{ deviceCode: string; userCode: string }> => {
  const deviceCode = newSecret()
  const values = { deviceHash: hashOf(deviceCode), expiresAt: new Date(Date.now() + LIFE_SECONDS * 1000), ...where }
  for (;;) {
    // In the rare case of a collision, the user code is drawn again.
    const [row] = await db
      .insert(deviceLogins)
      .values({ ...values, userCode: newUserCode() })
      .onConflictDoNothing({ target: deviceLogins.userCode })
      .returning()
    if (row) return { deviceCode, userCode: row.userCode }
  }
}

const isOpen = (userCode: string) =>
  and(eq(deviceLogins.userCode, userCode), eq(deviceLogins.status, 'pending'), gt(deviceLogins.expiresAt, sql`now()`))

export const openDeviceLogin = async (db: DbOrTx, userCode: string): Promise<DeviceLogin | undefined> => {
  const [row] = await db.select().from(deviceLogins).where(isOpen(userCode))
  return row
}

/** Returns the hash of a device code while its token may still be requested. */
export const waitingDevice = async (db: DbOrTx, deviceCode: string): Promise<string | undefined> => {
  const [row] = await db
    .select({ deviceHash: deviceLogins.deviceHash })
    .from(deviceLogins)
    .where(
      and(
        eq(deviceLogins.deviceHash, hashOf(deviceCode)),
        ne(deviceLogins.status, 'used'),
        gt(deviceLogins.expiresAt, sql`now()`),
      ),
    )
  return row?.deviceHash
}

/** Returns undefined if no login is pending under the code; of two decisions the first one counts. */
export const decideDeviceLogin = async (
  tx: Tx,
  { userCode, approve, ...by }: { userCode: string; userId: UserId; sessionId: string; approve: boolean },
): Promise<DeviceLogin | undefined> => {
  const [row] = await tx
    .update(deviceLogins)
    .set({ status: approve ? 'approved' : 'denied', ...by })
    .where(isOpen(userCode))
    .returning()
  return row
}

export type Poll =
  | { kind: 'pending' | 'tooSoon' | 'denied' | 'expired' }
  | { kind: 'approved'; userId: UserId; login: Pick<SessionRow, 'provider' | 'passkeyId' | 'loggedInAt'> }

/** Handles one poll of a device. `approved` is returned only once. */
export const pollDeviceLogin = async (tx: Tx, deviceCode: string): Promise<Poll> => {
  const mine = eq(deviceLogins.deviceHash, hashOf(deviceCode))
  const [row] = await tx.select().from(deviceLogins).where(mine).for('update')
  if (!row || row.status === 'used' || row.expiresAt.getTime() <= Date.now()) return { kind: 'expired' }
  if (row.status === 'denied') return { kind: 'denied' }
  if (row.status === 'approved' && row.userId && row.sessionId) {
    const login = await inheritedLogin(tx, row.userId, row.sessionId)
    if (!login) return { kind: 'denied' }
    await tx.update(deviceLogins).set({ status: 'used' }).where(mine)
    return { kind: 'approved', userId: row.userId, login }
  }
  const sinceMs = row.polledAt ? Date.now() - row.polledAt.getTime() : Number.POSITIVE_INFINITY
  await tx.update(deviceLogins).set({ polledAt: new Date() }).where(mine)
  return { kind: sinceMs < INTERVAL_SECONDS * 1000 - EARLY_MS ? 'tooSoon' : 'pending' }
}
