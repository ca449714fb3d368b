import { eq } from 'drizzle-orm'
import type { bannerCalls } from '../../src/contract/calls/banner-calls.ts'
import type { Config } from '../config.ts'
import { ApiError } from '../http/api-error.ts'
import type { Handlers } from '../http/handler.ts'
import { requireUser } from '../http/require-user.ts'
import type { Store } from '../store/connection.ts'
import { bannerVisits } from '../store/schema.ts'

/** Handlers for the configured banners; each user gets those that they have not visited yet. */
export const bannerHandlers = (
  { db }: Pick<Store, 'db'>,
  { product }: Pick<Config, 'product'>,
): Handlers<keyof typeof bannerCalls> => ({
  readBanners: async ({ caller }) => {
    const { userId } = requireUser(caller)
    const visits = await db
      .select({ id: bannerVisits.bannerId })
      .from(bannerVisits)
      .where(eq(bannerVisits.userId, userId))
    const visited = new Set(visits.map(({ id }) => id))
    const toSee = product.banners.filter(({ id }) => !visited.has(id))
    return { success: true, banners: toSee.map(({ id, ...rest }, at) => ({ _id: id, active: at === 0, ...rest })) }
  },

  visitBanner: async ({ caller, input: { id } }) => {
    if (!product.banners.some((banner) => banner.id === id)) throw new ApiError('notFound')
    await db
      .insert(bannerVisits)
      .values({ userId: requireUser(caller).userId, bannerId: id })
      .onConflictDoNothing()
    return { message: 'The visit was recorded.' }
  },
})
