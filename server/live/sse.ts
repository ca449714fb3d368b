import { once } from 'node:events'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { callerOf } from '../http/caller-of-request.ts'
import { sessionOf } from '../http/person-of.ts'
import { refusalOf } from '../http/refusal-of.ts'
import { personTopic } from './notification-source.ts'
import type { LiveOptions } from './socket-client.ts'
import type { Outlet } from './topic-reader.ts'
import type { Packet } from './topic-source.ts'

/** Clients believe a stream dead that says nothing for 20 s. */
const KEEP_ALIVE_MS = 8000

/** The notifications of the person whose session it is, as server-sent events. */
export const serveNotifications = (app: FastifyInstance, options: LiveOptions): { stop(): void } => {
  const open = new Set<() => void>()

  app.get('/api/user-notification', { exposeHeadRoute: false }, async (request, reply) => {
    const caller = sessionOf(callerOf(request))
    const { raw } = reply
    const watch = await options.hub.watch(
      personTopic(caller.userId),
      lastSeen(request.headers['last-event-id']),
      outletOf(raw),
    )
    startStream(reply)

    const stillMay = async () => {
      try {
        await options.recheck(caller)
      } catch (error) {
        if (refusalOf(error).status === 401) raw.end()
      }
    }
    const keepAlive = setInterval(() => raw.write(': still here\n\n'), KEEP_ALIVE_MS)
    const stopHearing = options.rights.on((change) => {
      if (change.organizationId === null && (change.userId === null || change.userId === caller.userId)) void stillMay()
    })
    const close = () => raw.end()
    open.add(close)
    raw.on('close', () => {
      clearInterval(keepAlive)
      stopHearing()
      watch.stop()
      open.delete(close)
    })
    raw.write(`retry: 1000\nid: ${watch.from}\n\n`)
    watch.start()
    return reply
  })

  return {
    stop: () => {
      for (const close of open) close()
    },
  }
}

const startStream = (reply: FastifyReply) => {
  reply.hijack()
  reply.raw.writeHead(200, {
    ...definedHeaders(reply),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    connection: 'keep-alive',
  })
  reply.raw.flushHeaders()
}

const definedHeaders = (reply: FastifyReply) =>
  Object.fromEntries(
    Object.entries(reply.getHeaders()).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

const lastSeen = (header: string | string[] | undefined): number | null => {
  const sequence = typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : null
  return sequence
}

const outletOf = (raw: FastifyReply['raw']): Outlet => ({
  send: (packets: Packet[]) => {
    raw.write(packets.map((packet) => `id: ${packet.sequence}\ndata: ${JSON.stringify(packet)}\n\n`).join(''))
  },
  ready: () => !raw.writableNeedDrain,
  whenReady: async () => {
    await Promise.race([once(raw, 'drain'), once(raw, 'close')])
  },
  behind: () => raw.end(),
})
