import { eq } from 'drizzle-orm'
import type { Banner } from '../../src/contract/wire/banner.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
import type { Product } from '../product.ts'
import type { DbOrTx } from '../store/connection.ts'
import { bannerVisits } from '../store/schema.ts'

/** Returns the configured banners that a user has not visited yet; the first one is active. */
export const bannersToSee = async (
  db: DbOrTx,
  { banners }: Pick<Product, 'banners'>,
  userId: UserId,
): Promise<Banner[]> => {
  if (banners.length === 0) return []
  const visits = await db
    .select({ id: bannerVisits.bannerId })
    .from(bannerVisits)
    .where(eq(bannerVisits.userId, userId))
  const visited = new Set(visits.map(({ id }) => id))
  const toSee = banners.filter(({ id }) => !visited.has(id))
  return toSee.map(({ id, ...rest }, at) => ({ _id: id, active: at === 0, ...rest }))
}
