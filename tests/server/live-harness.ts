import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'
import { createLogSource } from '../../server/compute/logs/log-source.ts'
import { LogTails } from '../../server/compute/logs/log-tails.ts'
import { createMetrics } from '../../server/http/metrics.ts'
import { createHub } from '../../server/live/hub.ts'
import { createLiveLimits } from '../../server/live/live-limits.ts'
import { createNotificationSource } from '../../server/live/notification-source.ts'
import { createOrganizationSource } from '../../server/live/organization-source.ts'
import { publishOrganizationEvents } from '../../server/live/outbox.ts'
import { serveSockets } from '../../server/live/socket.ts'
import type { LiveOptions } from '../../server/live/socket-client.ts'
import { serveNotifications } from '../../server/live/sse.ts'
import { createVisitorConnectionLimit } from '../../server/live/visitor-connection-limit.ts'
import type { OrganizationPacket, WatchResponse } from '../../src/contract/live.ts'
import type { OrganizationId, ProjectId } from '../../src/contract/wire/common.ts'
import { type PlatformHarness, platformHarness } from './platform-harness.ts'

/** The maximum number of visitor connections from the address of these tests. */
export const MAX_VISITORS = 6

export interface LiveHarness extends PlatformHarness {
  origin: string
  connect(token: string | undefined, options?: Partial<ManagerOptions & SocketOptions>): Socket
  /** Publishes events, each with a unique id. */
  publish(organizationId: string, count?: number): Promise<void>
}

/** Starts the server with its live parts, listening on a loopback port. */
export const liveHarness = async (environment: NodeJS.ProcessEnv = {}): Promise<LiveHarness> => {
  const log = pino({ level: 'silent' })
  const stops: (() => unknown)[] = []
  const config = { publicUrl: 'http://localhost:4600' }
  const attach: { live?: LiveOptions & { config: typeof config } } = {}
  const harness = await platformHarness({
    environment,
    live: ({ config, store, tokens: { authenticate }, authorize, recheck, rights, app }) => {
      const hub = createHub({
        sources: [
          createOrganizationSource(store),
          createNotificationSource(store),
          createLogSource(store, new LogTails()),
        ],
        log,
      })
      attach.live = { config, hub, authenticate, recheck, authorize, rights, limits: createLiveLimits(config), log }
      const streams = serveNotifications(app, attach.live)
      stops.push(streams.stop, hub.stop)
    },
  })
  if (!attach.live) throw new Error('The live parts were not created.')
  await harness.app.listen({ host: '127.0.0.1', port: 0 })
  const sockets = serveSockets(
    harness.app.server,
    { ...attach.live, visitors: createVisitorConnectionLimit([], MAX_VISITORS) },
    createMetrics(),
  )
  const origin = `http://127.0.0.1:${(harness.app.server.address() as AddressInfo).port}`
  const opened: Socket[] = []
  return {
    ...harness,
    origin,
    connect: (token, options) => {
      const socket = io(origin, {
        auth: { token },
        transports: ['websocket'],
        reconnection: false,
        forceNew: true,
        ...options,
      })
      opened.push(socket)
      return socket
    },
    publish: async (organizationId, count = 1) => {
      for (let number = 0; number < count; number += 1)
        await harness.store.db.transaction((tx) =>
          publishOrganizationEvents(tx, organizationId as OrganizationId, {
            kind: 'projectRemoved',
            id: crypto.randomUUID() as ProjectId,
          }),
        )
    },
    close: async () => {
      for (const socket of opened) socket.disconnect()
      await sockets.stop()
      for (const stop of stops) await stop()
      await harness.close()
    },
  }
}

/** Watches a topic and records what the client receives. */
export const watched = async (socket: Socket, topic: string, after: number | null) => {
  const got: OrganizationPacket[] = []
  const ended: { topic: string; error: string; message: string }[] = []
  socket.on('packets', (payload: { topic: string; packets: OrganizationPacket[] }) => {
    if (payload.topic === topic) got.push(...payload.packets)
  })
  socket.on('watchEnded', (payload) => ended.push(payload))
  const response: WatchResponse = await socket.timeout(5000).emitWithAck('watch', { topic, after })
  return { response, got, ended, sequences: () => got.map(({ sequence }) => sequence) }
}
