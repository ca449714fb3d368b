import { and, asc, eq, gt, lt } from 'drizzle-orm'
import type { Tx } from '../../../store/connection.ts'
import { certificateOrders } from '../../../store/schema.ts'
import { registeredDomain } from '../names/domain-name.ts'
import { AcmeError } from './client/acme-error.ts'

const WEEK_MS = 7 * 86_400_000

interface NewOrder {
  directoryUrl: string
  name: string
  ordersPerWeek: number
  atMs: number
}

/** Counts an order before it is sent, so that a crash loses none. Rejects one beyond the limit of a registered domain. */
export async function countOrder(tx: Tx, { directoryUrl, name, ordersPerWeek, atMs }: NewOrder): Promise<void> {
  const registered = registeredDomain(name)
  await tx.delete(certificateOrders).where(lt(certificateOrders.startedAt, new Date(atMs - 2 * WEEK_MS)))
  const recent = await tx
    .select({ startedAt: certificateOrders.startedAt })
    .from(certificateOrders)
    .where(
      and(
        eq(certificateOrders.directoryUrl, directoryUrl),
        eq(certificateOrders.registeredDomain, registered),
        gt(certificateOrders.startedAt, new Date(atMs - WEEK_MS)),
      ),
    )
    .orderBy(asc(certificateOrders.startedAt))
  const [oldest] = recent
  if (oldest && recent.length >= ordersPerWeek)
    throw new AcmeError(
      `${recent.length} certificates were ordered for ${registered} within a week, which is the limit of this installation.`,
      { type: 'budget', retryAfterMs: oldest.startedAt.getTime() + WEEK_MS - atMs },
    )
  await tx
    .insert(certificateOrders)
    .values({ directoryUrl, registeredDomain: registered, name, startedAt: new Date(atMs) })
}
