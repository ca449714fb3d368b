import { Agent, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Config } from '../config.ts'
import type { HostTaker } from '../http/front.ts'
import type { Log } from '../log.ts'
import type { Store } from '../store/connection.ts'
import { forwardedHeaders } from './forwarded-headers.ts'
import { createHostReader } from './host-name.ts'
import { sendPage } from './page.ts'
import { noPort, notRunning, unanswered, unavailable, unknownHost } from './page-words.ts'
import { proxyRequest } from './proxy-request.ts'
import { proxyUpgrade, refuseUpgrade } from './proxy-upgrade.ts'
import { createRouteTable, type Destination } from './route-table.ts'

export interface GatewayOptions {
  config: Pick<Config, 'instancesUrl' | 'trustProxy'>
  store: Store
  log: Log
}

export interface Gateway extends HostTaker {
  start(): void
  stop(): void
}

const IDLE_CONNECTIONS_KEPT = 32

/** Leads `{instance}.localhost` to the instance: HTTP, streams and WebSockets. */
export function createGateway({ config, store, log }: GatewayOptions): Gateway {
  const labelOf = createHostReader(config.instancesUrl)
  const table = createRouteTable(store, log)
  const agent = new Agent({ keepAlive: true, maxFreeSockets: IDLE_CONNECTIONS_KEPT, timeout: 60_000 })
  const asked = { protocol: new URL(config.instancesUrl).protocol.replace(':', ''), trustedProxies: config.trustProxy }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const destination = await find(request)
    if (destination === 'unavailable') return sendPage(request, response, unavailable)
    if (!destination) return sendPage(request, response, unknownHost)
    const { route, hostPort } = destination
    if (route.state !== 'Active' || route.wish === 'deleted') return sendPage(request, response, notRunning(route))
    if (hostPort === undefined) return sendPage(request, response, noPort(route))
    proxyRequest(request, response, {
      hostPort,
      headers: forwardedHeaders(request, asked),
      agent,
      onUnanswered: () => sendPage(request, response, unanswered(route)),
    })
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy())
    const destination = await find(request)
    if (destination === 'unavailable') return refuseUpgrade(socket, 503)
    if (!destination) return refuseUpgrade(socket, 404)
    if (destination.hostPort === undefined) return refuseUpgrade(socket, 503)
    proxyUpgrade(request, socket, head, {
      hostPort: destination.hostPort,
      headers: forwardedHeaders(request, asked),
    })
  }

  async function find({ headers }: IncomingMessage): Promise<Destination | undefined | 'unavailable'> {
    try {
      return await table.find(labelOf(headers.host) ?? '')
    } catch (error) {
      log.warn({ err: error }, 'the gateway could not look an instance up')
      return 'unavailable'
    }
  }

  return {
    start: table.start,
    matches: (hostHeader) => labelOf(hostHeader) !== undefined,
    handle: (request, response) => void handle(request, response),
    upgrade: (request, socket, head) => void upgrade(request, socket, head),
    stop() {
      table.stop()
      agent.destroy()
    },
  }
}
