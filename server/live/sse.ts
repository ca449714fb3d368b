import type { FastifyInstance, FastifyReply } from 'fastify'
import { notificationStream } from '../../src/contract/calls/notification-calls.ts'
import type { Config } from '../config.ts'
import { ApiError } from '../http/api-error.ts'
import { callerOf } from '../http/caller-of-request.ts'
import { isFromForeignPage } from '../http/own-origin.ts'
import { readInput } from '../http/read-input.ts'
import { sessionOf } from '../http/require-user.ts'
import { type EventStream, eventStream } from './event-stream.ts'
import { userTopic } from './notification-source.ts'
import { watchRights } from './responses/watch-access.ts'
import type { LiveOptions } from './socket-client.ts'
import type { PacketSink } from './topic-reader.ts'

/** Serves the user's notifications as server-sent events. */
export const serveNotifications = (
  app: FastifyInstance,
  options: LiveOptions & { config: Pick<Config, 'publicUrl'> },
): { stop(): void } => {
  const open = new Set<EventStream>()

  app.get(`/api/${notificationStream.path}`, { exposeHeadRoute: false }, async (request, reply) => {
    if (isFromForeignPage(options.config, request.headers)) throw new ApiError('foreignOrigin')
    const caller = sessionOf(callerOf(request))
    const { sessionId } = readInput(notificationStream, { params: {}, query: request.query, body: {} }).query
    const release = options.limits.acquire(caller, 'streams')
    // Also covers a rejected request and a connection that is lost before the stream begins.
    reply.raw.once('close', release)
    // Created before the first `await`, so that a disconnection meanwhile is noticed.
    const stream = eventStream(reply.raw)
    const watch = await options.hub.watch(
      userTopic(caller.userId),
      lastSeen(request.headers['last-event-id']),
      sessionId === undefined ? stream : addressedTo(sessionId, stream),
    )
    reply.hijack()
    if (stream.over.aborted) return reply

    const rightsWatch = watchRights(options, caller, stream.end)
    open.add(stream)
    stream.over.addEventListener('abort', () => {
      rightsWatch.stop()
      watch.stop()
      open.delete(stream)
    })
    stream.begin(definedHeaders(reply), `retry: 1000\nid: ${watch.from}\n\n`)
    watch.start()
    return reply
  })

  return {
    stop: () => {
      for (const stream of open) stream.end()
    },
  }
}

/** Leaves out notifications that are addressed to another session. */
const addressedTo = (sessionId: unknown, sink: PacketSink): PacketSink => ({
  ...sink,
  send: (packets) => {
    const own = packets.filter((packet) => !('session' in packet) || [null, sessionId].includes(packet.session))
    if (own.length > 0) sink.send(own)
  },
})

const definedHeaders = (reply: FastifyReply) =>
  Object.fromEntries(
    Object.entries(reply.getHeaders()).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

const lastSeen = (header: string | string[] | undefined): number | null => {
  const sequence = typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : null
  return sequence
}
