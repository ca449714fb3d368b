import type { bannerCalls } from '../../src/contract/calls/banner-calls.ts'
import type { Config } from '../config.ts'
import { ApiError } from '../http/api-error.ts'
import type { Handlers } from '../http/handler.ts'
import { requireUser } from '../http/require-user.ts'
import type { Store } from '../store/connection.ts'
import { bannerVisits } from '../store/schema.ts'
import { bannersToSee } from './banners-to-see.ts'

/** Handlers for the configured banners; each user gets those that they have not visited yet. */
export const bannerHandlers = (
  { db }: Pick<Store, 'db'>,
  { product }: Pick<Config, 'product'>,
): Handlers<keyof typeof bannerCalls> => ({
  readBanners: async ({ caller }) => ({
    success: true,
    banners: await bannersToSee(db, product, requireUser(caller).userId),
  }),

  visitBanner: async ({ caller, input: { id } }) => {
    if (!product.banners.some((banner) => banner.id === id)) throw new ApiError('notFound')
    await db
      .insert(bannerVisits)
      .values({ userId: requireUser(caller).userId, bannerId: id })
      .onConflictDoNothing()
    return { message: 'The visit was recorded.' }
  },
})
