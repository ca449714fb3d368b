import { and, asc, eq, gt, lt } from 'drizzle-orm'
import type { Db, Tx } from '../../../store/connection.ts'
import { certificateOrders } from '../../../store/schema.ts'
import { registeredDomain } from '../names/domain-name.ts'
import { AcmeError } from './client/acme-error.ts'

const WEEK_MS = 7 * 86_400_000
/** Authorities limit certificates for exactly the same name; one more would make them reject others too. */
const ORDERS_PER_NAME = 4

interface NewOrder {
  directoryUrl: string
  name: string
  ordersPerWeek: number
  atMs: number
}

/**
 * Counts an order before it is sent, so that a crash loses none, and returns the id of its entry. Rejects one beyond the
 * limit of a name or a registered domain.
 */
export async function countOrder(tx: Tx, { directoryUrl, name, ordersPerWeek, atMs }: NewOrder): Promise<string> {
  const registered = registeredDomain(name)
  await tx.delete(certificateOrders).where(lt(certificateOrders.startedAt, new Date(atMs - 2 * WEEK_MS)))
  const recent = await tx
    .select({ name: certificateOrders.name, startedAt: certificateOrders.startedAt })
    .from(certificateOrders)
    .where(
      and(
        eq(certificateOrders.directoryUrl, directoryUrl),
        eq(certificateOrders.registeredDomain, registered),
        gt(certificateOrders.startedAt, new Date(atMs - WEEK_MS)),
      ),
    )
    .orderBy(asc(certificateOrders.startedAt))
  const limits = [
    { subject: registered, counted: recent, max: ordersPerWeek },
    { subject: name, counted: recent.filter((order) => order.name === name), max: ORDERS_PER_NAME },
  ]
  for (const { subject, counted, max } of limits)
    if (counted[0] && counted.length >= max)
      throw new AcmeError(
        `${counted.length} certificates were ordered for ${subject} within a week, which is the limit of this installation.`,
        { type: 'budget', retryAfterMs: counted[0].startedAt.getTime() + WEEK_MS - atMs },
      )
  const [order] = await tx
    .insert(certificateOrders)
    .values({ directoryUrl, registeredDomain: registered, name, startedAt: new Date(atMs) })
    .returning({ id: certificateOrders.id })
  if (!order) throw new Error('The order was not counted')
  return order.id
}

/** Takes back an order that the authority never made. */
export const uncountOrder = (db: Db, id: string) => db.delete(certificateOrders).where(eq(certificateOrders.id, id))
