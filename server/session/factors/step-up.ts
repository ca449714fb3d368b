import { and, eq, sql } from 'drizzle-orm'
import type { InputPath } from '../../../src/contract/access.ts'
import type { CallShape } from '../../../src/contract/call.ts'
import type { UserId } from '../../../src/contract/wire/common.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Caller } from '../../http/handler.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { sessions } from '../../store/schema.ts'
import { hasSecondFactor } from './user-factors.ts'

export const STEP_UP_MINUTES = 10
const since = sql`now() - make_interval(mins => ${STEP_UP_MINUTES})`

/**
 * Rejects a dangerous call with `stepUpNeeded` if its user has a second factor and has not recently proved it in this
 * session. Users without a second factor are exempt, and so are API tokens: they cannot prove one, and only their
 * scopes limit them.
 */
export const requireStepUp = async (
  db: DbOrTx,
  caller: Caller,
  { stepUp }: Pick<CallShape, 'stepUp'>,
  isTrue: (inputPath: InputPath) => boolean,
): Promise<void> => {
  if (!stepUp || caller.kind === 'visitor' || !('session' in caller.by)) return
  if (stepUp !== true && !isTrue(stepUp.when)) return
  if (await needsStepUp(db, { userId: caller.userId, session: caller.by.session })) throw new ApiError('stepUpNeeded')
}

/** Returns whether the user has a second factor and has not recently proved it in this session. */
export const needsStepUp = async (
  db: DbOrTx,
  { userId, session }: { userId: UserId; session: string },
): Promise<boolean> => !(await isSteppedUp(db, session)) && (await hasSecondFactor(db, userId))

const isSteppedUp = async (db: DbOrTx, session: string): Promise<boolean> =>
  (await db.$count(sessions, and(eq(sessions.id, session), sql`${sessions.steppedUpAt} > ${since}`))) > 0

/**
 * Returns whether the user recently logged in to this session in a browser. A command line is approved without a login.
 */
export const isFreshSession = async (db: DbOrTx, session: string): Promise<boolean> =>
  (await db.$count(
    sessions,
    and(eq(sessions.id, session), eq(sessions.kind, 'browser'), sql`${sessions.loggedInAt} > ${since}`),
  )) > 0

/** Returns the time until which the session may make dangerous calls. */
export const markSteppedUp = async (db: DbOrTx, session: string): Promise<Date> => {
  await db.update(sessions).set({ steppedUpAt: sql`now()` }).where(eq(sessions.id, session))
  return new Date(Date.now() + STEP_UP_MINUTES * 60_000)
}
