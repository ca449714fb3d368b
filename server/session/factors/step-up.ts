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
 * Refuses a dangerous call in a session whose user has a second factor and has not proved it here lately. A user without
 * one is asked for nothing. An API token cannot prove anything: its scopes alone say what it may.
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

/** Whether the user has a second factor and has not proved it in this session lately. */
export const needsStepUp = async (
  db: DbOrTx,
  { userId, session }: { userId: UserId; session: string },
): Promise<boolean> => !(await isSteppedUp(db, session)) && (await hasSecondFactor(db, userId))

const isSteppedUp = async (db: DbOrTx, session: string): Promise<boolean> =>
  (await db.$count(sessions, and(eq(sessions.id, session), sql`${sessions.steppedUpAt} > ${since}`))) > 0

/** Whether a session began a moment ago, by a login in a browser: a command line is let in without one. */
export const isFreshSession = async (db: DbOrTx, session: string): Promise<boolean> =>
  (await db.$count(
    sessions,
    and(eq(sessions.id, session), eq(sessions.kind, 'browser'), sql`${sessions.loggedInAt} > ${since}`),
  )) > 0

/** Answers until when the session may make dangerous calls. */
export const markSteppedUp = async (db: DbOrTx, session: string): Promise<Date> => {
  await db.update(sessions).set({ steppedUpAt: sql`now()` }).where(eq(sessions.id, session))
  return new Date(Date.now() + STEP_UP_MINUTES * 60_000)
}
