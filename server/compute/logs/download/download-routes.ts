import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { callNamed } from '../../../../src/contract/contract.ts'
import { ApiError } from '../../../http/api-error.ts'
import { endIdleReader } from '../../../http/end-idle-reader.ts'
import type { Caller } from '../../../http/handler.ts'
import { userOfKeyId } from '../../../keys/api-keys.ts'
import { createConcurrencyLimit, type Release, takeSlots } from '../../../live/concurrency-limit.ts'
import { endWithoutAccess } from '../../../live/responses/end-without-access.ts'
import type { AccessChecks } from '../../../live/responses/watch-access.ts'
import type { Db } from '../../../store/connection.ts'
import { deployments, type logDownloads } from '../../../store/schema.ts'
import { useTicket } from './tickets.ts'
import { writtenLog } from './written-log.ts'

/** Concurrent downloads: a stalled one holds up to 1.5 MB. */
const MAX_PER_USER = 5
const MAX_TOTAL = 100

export const downloadPath = (deploymentId: string, ticket: string): string =>
  `/api/compute-instance/deployment/${deploymentId}/logs/download/${ticket}`

const types = { text: 'text/plain; charset=utf-8', ndjson: 'application/x-ndjson; charset=utf-8' }
const endings = { text: 'log', ndjson: 'ndjson' }

interface DownloadOptions extends AccessChecks {
  db: Db
  stallTimeoutMs?: number
  maxTotal?: number
}

/** Serves the file of a ticket. The route is not an API call, because a browser opens it without a token. */
export function serveDownloads(app: FastifyInstance, options: DownloadOptions): void {
  const { db, authorize, stallTimeoutMs, maxTotal = MAX_TOTAL } = options
  const take = createDownloadLimit(maxTotal)
  app.get<{ Params: { id: string; ticket: string } }>(
    downloadPath(':id', ':ticket'),
    // A HEAD request would use up the ticket.
    { exposeHeadRoute: false },
    async (request, reply) => {
      const download = await useTicket(db, request.params.ticket)
      if (download?.deploymentId !== request.params.id)
        throw new ApiError('notFound', {
          message: 'This file was already downloaded, or its link has expired. Request it again.',
        })
      const [deployment] = await db
        .select({ instanceId: deployments.instanceId })
        .from(deployments)
        .where(eq(deployments.id, download.deploymentId))
      if (!deployment) throw new ApiError('notFound')
      // The caller may have lost access since the request for the ticket.
      const caller = await callerOf(options, download)
      const { access } = callNamed('triggerInstance')
      const scope = await authorize(caller, access, deployment.instanceId)
      const leave = take(download.userId)
      // Reads no chunk before the client needs it.
      const file = Readable.from(writtenLog(db, download), { highWaterMark: 0 })
      file.once('close', leave)
      reply.raw.once('close', leave)
      endIdleReader(reply.raw, stallTimeoutMs)
      endWithoutAccess(reply, options, { caller, access, id: deployment.instanceId, scope })
      const name = `service-logs-${deployment.instanceId}.${endings[download.format]}`
      return reply
        .type(types[download.format])
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(file)
    },
  )
}

/** Counts running downloads; throws when one user or all users together have too many. */
const createDownloadLimit = (maxTotal: number): ((userId: string) => Release) => {
  const ofUsers = createConcurrencyLimit(MAX_PER_USER)
  const ofAll = createConcurrencyLimit(maxTotal)
  return (userId) =>
    takeSlots([
      {
        limit: ofUsers,
        key: userId,
        full: `You have ${MAX_PER_USER} downloads running. Wait until one finishes, then request the file again.`,
      },
      {
        limit: ofAll,
        key: '',
        full: 'Too many downloads are running. Wait a minute, then request the file again.',
      },
    ])
}

const callerOf = async (
  { db, recheck }: DownloadOptions,
  { userId, sessionId, apiKeyId }: typeof logDownloads.$inferSelect,
): Promise<Caller> => {
  if (sessionId !== null) return recheck({ kind: 'user', userId, by: { session: sessionId, expiresAtMs: 0 } })
  const owner = apiKeyId === null ? undefined : await userOfKeyId(db, apiKeyId)
  if (!owner) throw new ApiError('sessionEnded')
  return owner
}
