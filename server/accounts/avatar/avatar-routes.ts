import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../http/api-error.ts'
import type { Db } from '../../store/connection.ts'
import { avatars } from '../../store/schema.ts'
import { avatarAddress, avatarIdOf } from './avatar-address.ts'

const YEAR_SECONDS = 31_536_000

/**
 * Serves avatars as immutable: a new picture gets a new address. A plain route, not an API call, because pages embed
 * it.
 */
export const serveAvatars = (app: FastifyInstance, db: Db): void => {
  app.get<{ Params: { id: string } }>(avatarAddress(':id'), async (request, reply) => {
    const id = avatarIdOf(avatarAddress(request.params.id))
    const [picture] = id === null ? [] : await db.select().from(avatars).where(eq(avatars.id, id))
    if (!picture) throw new ApiError('notFound')
    return reply
      .type(picture.mediaType)
      .header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
      .header('content-disposition', 'inline')
      .send(picture.data)
  })
}
