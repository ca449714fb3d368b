import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import proxyAddr from '@fastify/proxy-addr'
import type { Config } from '../config.ts'
import type { HostHandler } from '../http/http-server.ts'
import { networkOf } from '../http/network-of.ts'
import type { Log } from '../log.ts'
import type { Store } from '../store/connection.ts'
import { type ErrorPage, noPort, notResponding, notRunning, unavailable, unknownHost } from './error-pages.ts'
import { type Forwarding, forwardRequest } from './forward-request.ts'
import { forwardUpgrade, responseOn } from './forward-upgrade.ts'
import { createHostLabelParser } from './host-name.ts'
import { instanceHeaders } from './instance-headers.ts'
import { createLookupLimit } from './lookup-limit.ts'
import { sendPage } from './page.ts'
import { createRouteTable } from './route-table.ts'
import { createUpstreams } from './upstreams.ts'

export interface GatewayOptions {
  config: Pick<Config, 'instancesUrl' | 'trustProxy'>
  store: Store
  log: Log
}

export interface Gateway extends HostHandler {
  start(): void
  stop(): void
}

/** Forwards `{instance}.localhost` to the instance: HTTP, streams and WebSockets. */
export function createGateway({ config, store, log }: GatewayOptions): Gateway {
  const labelOf = createHostLabelParser(config.instancesUrl)
  const upstreams = createUpstreams()
  const table = createRouteTable({ store, log, onChange: upstreams.routeChanged })
  const trusted = proxyAddr.compile(config.trustProxy)
  const mayLookUp = createLookupLimit()
  const options = {
    protocol: new URL(config.instancesUrl).protocol.replace(':', ''),
    isTrusted: (address: string) => trusted(address, 0),
  }

  /** Resolves with the forwarding of a request, or with an error page. */
  async function resolve(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<{ forwarding: Forwarding } | { page: ErrorPage }> {
    const { host = '' } = request.headers
    try {
      const found = await table.find(labelOf(host) ?? '', () => mayLookUp(networkOf(proxyAddr(request, trusted))))
      if (!found) return { page: unknownHost }
      const { route, hostPort } = found
      if (route.state !== 'Active' || route.desiredState === 'deleted') return { page: notRunning(route) }
      if (hostPort === undefined) return { page: noPort(route) }
      const forwarding = {
        upstream: upstreams.of(route, hostPort),
        ownHost: host.replace(/\.?(?::\d+)?$/, '').toLowerCase(),
        headers: instanceHeaders(request, options),
        onNoResponse: () => sendPage(request, response, notResponding(route)),
      }
      return { forwarding }
    } catch (error) {
      log.warn({ err: error }, 'gateway: could not look up an instance')
      return { page: unavailable }
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const resolved = await resolve(request, response)
    if ('page' in resolved) sendPage(request, response, resolved.page)
    else forwardRequest(request, response, resolved.forwarding)
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy())
    const response = responseOn(request, socket)
    const resolved = await resolve(request, response)
    if ('page' in resolved) sendPage(request, response, resolved.page)
    else forwardUpgrade(request, socket, head, response, resolved.forwarding)
  }

  return {
    start: table.start,
    matches: (hostHeader) => labelOf(hostHeader) !== undefined,
    handle: (request, response) => void handle(request, response),
    upgrade: (request, socket, head) => void upgrade(request, socket, head),
    stop() {
      table.stop()
      upstreams.stop()
    },
  }
}
