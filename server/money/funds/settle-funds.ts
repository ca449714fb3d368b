import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import { type FundsTiming, type FundsTransition, funded, nextFundsState } from '../../../src/rules/funds/funds-state.ts'
import { removeKeptData, requestResume, requestStop } from '../../compute/funds/stop-for-funds.ts'
import { ApiError } from '../../http/api-error.ts'
import { publishOrganizationEvents } from '../../live/outbox.ts'
import type { Log } from '../../log.ts'
import { lockOrganization } from '../../organizations/lock-organization.ts'
import type { Db, Tx } from '../../store/connection.ts'
import { fundsStates } from '../../store/schema.ts'
import { bookUsage } from '../metering/book-usage.ts'
import { type OrganizationFunds, readFunds } from './read-funds.ts'
import { type NoticeMailer, sendNotice } from './send-notice.ts'

export interface FundsOptions {
  db: Db
  mailer: NoticeMailer
  timing: FundsTiming
  log: Log
}

const AT_ONCE = 1000
/** A second guard against deleting data of an organisation that was just stopped again. */
const STOPPED_FOR_MS = 86_400_000

/**
 * Moves each organisation one step further if its funds require that. Call it when the usage until `at` is booked. A step is one
 * transaction that reads everything again under the lock of the organisation, so that several control planes may do it at once.
 */
export const settleFunds = async (options: FundsOptions, at: Date): Promise<void> => {
  const { db, timing, log } = options
  const ids = await organizationsToSettle(db)
  for (let first = 0; first < ids.length; first += AT_ONCE)
    for (const [id, funds] of await readFunds(db, ids.slice(first, first + AT_ONCE), at)) {
      try {
        if (isDue(funds, transitionOf(funds, at, timing))) await settleFundsOf(options, id, at)
        if (funds.state.phase === 'removed' && funds.keepsData)
          await removeKeptData(db, id, new Date(at.getTime() - STOPPED_FOR_MS))
      } catch (error) {
        if (!isDeleted(error))
          log.error(
            { err: error, organizationId: id },
            'the funds of an organisation were not settled; this is repeated',
          )
      }
    }
}

/** As `settleFunds`, for one organisation. */
export const settleFundsOf = async (
  { db, mailer, timing }: FundsOptions,
  organizationId: OrganizationId,
  at: Date,
): Promise<void> => {
  await mailer.ready()
  await db.transaction(async (tx) => {
    const { name, username } = await lockOrganization(tx, organizationId)
    // A top-up pays what is owed before anything is stopped, and nothing is resumed before it has.
    await bookUsage(tx, [organizationId], at)
    const funds = (await readFunds(tx, [organizationId], at)).get(organizationId)
    if (!funds) return
    const transition = transitionOf(funds, at, timing)
    if (!isDue(funds, transition)) return
    await store(tx, organizationId, funds, transition, at)
    if (transition.change === 'stop') await requestStop(tx, organizationId, at)
    if (transition.change === 'resume') await requestResume(tx, organizationId)
    await publishOrganizationEvents(tx, organizationId, { kind: 'fundsChanged' })
    for (const notice of transition.notices)
      await sendNotice(tx, mailer, { organization: { id: organizationId, name, username }, notice })
  })
  mailer.nudge()
}

/** When billing is turned off: what was stopped for missing funds runs again, and no state remains. */
export const forgetFunds = async ({ db }: Pick<FundsOptions, 'db'>): Promise<void> => {
  for (const { organizationId } of await db.select().from(fundsStates).orderBy(fundsStates.organizationId))
    await db
      .transaction(async (tx) => {
        await lockOrganization(tx, organizationId)
        const [row] = await tx.delete(fundsStates).where(eq(fundsStates.organizationId, organizationId)).returning()
        if (row?.state.phase === 'stopped' || row?.state.phase === 'removed') await requestResume(tx, organizationId)
        if (row) await publishOrganizationEvents(tx, organizationId, { kind: 'fundsChanged' })
      })
      .catch((error: unknown) => {
        if (!isDeleted(error)) throw error
      })
}

/** Its organisation was deleted meanwhile. */
const isDeleted = (error: unknown): boolean => error instanceof ApiError && error.code === 'organizationNotFound'

/** Returns the organisations that use something, owe something, or have a state. */
const organizationsToSettle = async (db: Db): Promise<OrganizationId[]> => {
  const { rows } = await db.execute<{ id: OrganizationId }>(sql`
    select organization_id as id from usage_interval where not settled and ended_at is null
    union select organization_id from ledger_account where kind = 'receivable' and posted < 0
    union select organization_id from funds_state
    order by 1`)
  return rows.map(({ id }) => id)
}

const transitionOf = (funds: OrganizationFunds, at: Date, timing: FundsTiming): FundsTransition => {
  const { state, endsAtMs, isStopped, keepsData, owedMicros, lots, knownLots } = funds
  const reading = {
    atMs: at.getTime(),
    endsAtMs,
    isOwing: owedMicros > 0n,
    isToppedUp: lots > knownLots,
    isStopped,
    keepsData,
  }
  return nextFundsState(state, reading, timing)
}

const isDue = ({ state }: OrganizationFunds, next: FundsTransition): boolean =>
  next.notices.length > 0 || next.change !== null || !isDeepStrictEqual(next.state, state)

const store = async (
  tx: Tx,
  organizationId: OrganizationId,
  { lots }: OrganizationFunds,
  { state }: FundsTransition,
  changedAt: Date,
): Promise<void> => {
  if (state.phase === funded.phase) {
    await tx.delete(fundsStates).where(eq(fundsStates.organizationId, organizationId))
    return
  }
  const row = { state, lots, changedAt }
  await tx
    .insert(fundsStates)
    .values({ organizationId, ...row })
    .onConflictDoUpdate({ target: fundsStates.organizationId, set: row })
}
