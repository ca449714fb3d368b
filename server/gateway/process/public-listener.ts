import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Server as NetServer } from 'node:net'
import { dataHeaders } from '../../http/listener/data-headers.ts'
import { type GuardedHandlers, guardRequests, strictOptions } from '../../http/listener/guard-requests.ts'
import { rejectExposedRequests } from '../../sandbox/reject-exposed-requests.ts'
import { responseOn } from '../forwarding/forward-upgrade.ts'
import type { InstanceServer } from '../forwarding/serve-instances.ts'
import { misdirected, routesMissing, unknownHost } from '../pages/error-pages.ts'
import { sendPage } from '../pages/page.ts'
import { createHostLabelParser, hostNameOf } from '../routes/host-name.ts'
import type { RouteDomain } from '../routes/route.ts'
import type { RouteTable } from '../routes/route-table.ts'
import type { GatewaySettings } from './gateway-settings.ts'
import { type DomainServing, isChallenge, isMisdirected, respondForDomain } from './serve-domain.ts'

interface PublicHandlerOptions extends DomainServing {
  settings: Pick<GatewaySettings, 'publicUrl' | 'instancesUrl' | 'ownHosts'>
  table: RouteTable
  instances: InstanceServer
  consoleServer: GuardedHandlers
}

/** Returns the handlers of a port: the one of everything, or an additional one of custom domains only. */
export function publicHandlers(options: PublicHandlerOptions, serves: 'everything' | 'domains'): GuardedHandlers {
  const { settings, table, instances, consoleServer } = options
  const labelOfHost = createHostLabelParser(settings.instancesUrl)
  const ownHosts = new Set([new URL(settings.publicUrl).hostname, ...settings.ownHosts])
  /** The console's own host may be below that of the instances. */
  const labelOf = (host: string | undefined) => (ownHosts.has(hostNameOf(host)) ? undefined : labelOfHost(host))

  const domainOf = (request: IncomingMessage): RouteDomain | undefined => {
    const name = hostNameOf(request.headers.host)
    return ownHosts.has(name) ? undefined : table.findDomain(name)
  }
  const sendUnknown = (request: IncomingMessage, response: ServerResponse) =>
    sendPage(request, response, table.isLoaded ? unknownHost : routesMissing)

  return {
    request(request, response) {
      const label = serves === 'everything' ? labelOf(request.headers.host) : undefined
      if (label !== undefined) return void instances.request(label, request, response)
      const domain = domainOf(request)
      if (!domain) return void (serves === 'everything' ? consoleServer.request : sendUnknown)(request, response)
      if (isChallenge(request, domain)) return void consoleServer.request(request, response)
      if (respondForDomain(request, response, domain, options)) return
      instances.request({ domain: hostNameOf(request.headers.host) }, request, response)
    },

    upgrade(request, socket, head) {
      const label = serves === 'everything' ? labelOf(request.headers.host) : undefined
      if (label !== undefined) return void instances.upgrade(label, request, socket, head)
      const domain = domainOf(request)
      if (!domain && serves === 'everything') return void consoleServer.upgrade(request, socket, head)
      if (!domain || isMisdirected(request)) {
        socket.on('error', () => socket.destroy())
        const response = responseOn(request, socket)
        return void (domain ? sendPage(request, response, misdirected) : sendUnknown(request, response))
      }
      instances.upgrade({ domain: hostNameOf(request.headers.host) }, request, socket, head)
    },
  }
}

/** The system's error, with the setting of the port. */
export class ListenError extends Error {
  readonly code: string
  readonly setting: string

  constructor(error: NodeJS.ErrnoException, setting: string) {
    super(error.message)
    this.code = error.code ?? error.message
    this.setting = setting
  }
}

export const listenOn = (server: NetServer, host: string, port: number, setting: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(new ListenError(error, setting))
    server.once('error', fail)
    server.listen({ host, port }, () => {
      server.off('error', fail)
      // A server that listens on a port has an `AddressInfo`.
      resolve((server.address() as AddressInfo).port)
    })
  })

/** Creates a server of HTTP/1.1 that takes no ambiguous request. */
export function createPublicServer(
  { mode, publicUrl }: Pick<GatewaySettings, 'mode' | 'publicUrl'>,
  handlers: GuardedHandlers,
): Server {
  const server = createServer({ ...strictOptions, keepAliveTimeout: 65_000 })
  if (mode === 'sandbox') rejectExposedRequests(server)
  const errorHeaders = {
    ...dataHeaders({ publicUrl }),
    'content-type': 'application/json; charset=utf-8',
    connection: 'close',
  }
  guardRequests(server, errorHeaders, handlers)
  return server
}
