import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callNamed } from '../../../../src/contract/contract.ts'
import { ApiError } from '../../../http/api-error.ts'
import { endIdleReader } from '../../../http/end-idle-reader.ts'
import type { Caller, Scope } from '../../../http/handler.ts'
import { scopeOf } from '../../../http/scope-of.ts'
import { userOfKeyId } from '../../../keys/api-keys.ts'
import { endWithoutAccess } from '../../../live/responses/end-without-access.ts'
import type { AccessChecks } from '../../../live/responses/watch-access.ts'
import type { Db } from '../../../store/connection.ts'
import { snapshots, volumes } from '../../../store/schema.ts'
import { dataIdOf } from '../../volumes/rows/volume-wire.ts'
import { readArchive } from '../archive/stored-archive.ts'
import { archiveKey } from '../rows/snapshot-rows.ts'
import type { WorkOptions } from '../work/work-options.ts'
import { endSlowReader } from './end-slow-reader.ts'
import { filePath } from './file-handlers.ts'
import { receiveUpload, type UploadOptions } from './receive-upload.ts'
import type { Ticket, Tickets } from './tickets.ts'
import { createTransferLimit } from './transfer-limit.ts'

export interface FileRouteOptions
  extends AccessChecks,
    Pick<WorkOptions, 'engines' | 'storeOf' | 'log' | 'regions'>,
    Pick<UploadOptions, 'quotas'> {
  db: Db
  tickets: Tickets
}

const accessOf = {
  snapshot: 'downloadSnapshot',
  volume: 'downloadVolume',
  upload: 'uploadArchive',
} as const

/** Serves and receives archives of tickets. */
export function serveFiles(app: FastifyInstance, options: FileRouteOptions): void {
  const take = createTransferLimit()

  void app.register(async (scoped) => {
    scoped.removeAllContentTypeParsers()
    // Read as a stream by the handler.
    scoped.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const path = filePath(':ticket')
    type Request = FastifyRequest<{ Params: { ticket: string } }>

    scoped.get(path, { exposeHeadRoute: false }, async (request: Request, reply) => {
      const ticket = ticketOf(options, request)
      if (ticket.kind === 'upload') throw new ApiError('notFound')
      const granted = await grantOf(options, ticket)
      const leave = take({ userId: ticket.userId, organizationId: granted.organizationId })
      reply.raw.once('close', leave)
      const ended = new AbortController()
      reply.raw.once('close', () => ended.abort())
      const { name, file } = await fileOf(options, ticket, ended.signal)
      endIdleReader(reply.raw)
      endSlowReader(reply.raw)
      endWithoutAccess(reply, options, granted)
      return send(reply, name, file)
    })

    scoped.put(path, { bodyLimit: Number.MAX_SAFE_INTEGER }, async (request: Request) => {
      const ticket = ticketOf(options, request)
      if (ticket.kind !== 'upload' || ticket.name === undefined) throw new ApiError('notFound')
      const { organizationId } = await grantOf(options, ticket)
      const leave = take({ userId: ticket.userId, organizationId })
      try {
        return await receiveUpload(options, request.raw, { ...ticket, name: ticket.name })
      } finally {
        leave()
      }
    })
  })
}

const send = (reply: FastifyReply, name: string, file: Readable) =>
  reply
    .type('application/octet-stream')
    .header('content-disposition', `attachment; filename="${name.replace(/[^\w.-]+/g, '-')}"`)
    .header('cache-control', 'no-store')
    .send(file)

function ticketOf({ tickets }: FileRouteOptions, { params }: FastifyRequest<{ Params: { ticket: string } }>): Ticket {
  const ticket = tickets.read(params.ticket)
  if (ticket) return ticket
  throw new ApiError('notFound', { message: 'This link has expired. Request it again.' })
}

/** The caller may have lost access since the request for the ticket. */
async function grantOf(options: FileRouteOptions, ticket: Ticket) {
  const caller = await callerOf(options, ticket)
  const { access } = callNamed(accessOf[ticket.kind])
  const scope: Scope | null = await options.authorize(caller, access, ticket.id)
  return { caller, access, id: ticket.id, scope, organizationId: scopeOf(scope).organizationId }
}

async function callerOf({ db, recheck }: FileRouteOptions, ticket: Ticket): Promise<Caller> {
  const { userId, sessionId, apiKeyId } = ticket
  if (sessionId !== undefined) return recheck({ kind: 'user', userId, by: { session: sessionId, expiresAtMs: 0 } })
  const owner = apiKeyId === undefined ? undefined : await userOfKeyId(db, apiKeyId)
  if (!owner) throw new ApiError('sessionEnded')
  return owner
}

async function fileOf(
  { db, engines, storeOf, log }: FileRouteOptions,
  { kind, id, snapshotId }: Ticket,
  signal: AbortSignal,
): Promise<{ name: string; file: Readable }> {
  if (kind === 'volume') {
    const [volume] = await db
      .select()
      .from(volumes)
      .where(eq(volumes.id, id as typeof volumes.$inferSelect.id))
    if (volume?.state !== 'Available') throw new ApiError('notFound')
    return { name: `${volume.name}.tar`, file: await engines.of(volume.engine).exportVolume(dataIdOf(volume), signal) }
  }
  const [row] = await db
    .select()
    .from(snapshots)
    .where(eq(snapshots.id, snapshotId as typeof snapshots.$inferSelect.id))
  if (row?.state !== 'Available' || row.projectId !== id) throw new ApiError('notFound')
  const file = new PassThrough()
  const archive = { expected: row, content: row.content, signal }
  // The end of the file is held back until its checksum is known, so a damaged file never looks complete.
  readArchive(await storeOf(row), archiveKey(row), archive, (source) => pipeline(source, file, { end: false })).then(
    () => file.end(),
    (error: unknown) => {
      if (!signal.aborted) log.warn({ err: error, snapshotId }, 'a snapshot could not be downloaded')
      file.destroy(error instanceof Error ? error : new Error('The download failed'))
    },
  )
  const day = row.createdAt.toISOString().slice(0, 10)
  return { name: `${row.source}-${day}.${row.content === 'volume' ? 'tar' : 'dump'}`, file }
}
