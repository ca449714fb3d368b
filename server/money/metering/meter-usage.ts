import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Db } from '../../store/connection.ts'
import { expireLots } from '../credit/expire-lots.ts'
import { bookUsage } from './book-usage.ts'
import { organizationsToMeter } from './interval-rows.ts'

/** Organisations of one transaction, during which their accounts are locked. */
const AT_ONCE = 100
/** A start that a transaction records late may still spend a lot that has expired meanwhile. */
const EXPIRY_DELAY_MS = 300_000

export type OnMeteringError = (error: unknown, organizationId: OrganizationId) => void

/**
 * Books all usage until a time, and empties the lots that expired before. Usage that was not booked before, such as during an
 * outage, is booked now, from the lots that were valid then. An organisation whose usage cannot be booked does not keep that
 * of others from being booked. Returns whether all was booked.
 */
export const meterUsage = async (db: Db, until: Date, onError: OnMeteringError): Promise<boolean> => {
  const organizationIds = await organizationsToMeter(db, until)
  const failed: OrganizationId[] = []
  const book = (ids: readonly OrganizationId[]) => db.transaction((tx) => bookUsage(tx, ids, until))
  for (let first = 0; first < organizationIds.length; first += AT_ONCE) {
    const some = organizationIds.slice(first, first + AT_ONCE)
    try {
      await book(some)
    } catch {
      for (const id of some)
        await book([id]).catch((error: unknown) => {
          failed.push(id)
          onError(error, id)
        })
    }
  }
  await expireLots(db, new Date(until.getTime() - EXPIRY_DELAY_MS), until, failed)
  return failed.length === 0
}
