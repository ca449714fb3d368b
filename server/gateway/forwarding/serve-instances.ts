import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ErrorPage, noPort, notResponding, notRunning, routesMissing, unknownHost } from '../pages/error-pages.ts'
import { sendPage } from '../pages/page.ts'
import { createTargetChoice } from '../routes/choose-target.ts'
import type { Route, Target } from '../routes/route.ts'
import type { RouteTable } from '../routes/route-table.ts'
import { type Forwarding, forwardRequest } from './forward-request.ts'
import { forwardUpgrade, responseOn } from './forward-upgrade.ts'
import { type ForwardingOptions, instanceHeaders } from './headers/instance-headers.ts'
import type { InFlight, Transfer } from './in-flight.ts'
import { isConnectError, type Upstreams } from './upstreams.ts'

export interface InstanceServer {
  /** `label` is the one in front of the gateway's domain. */
  request(label: string, request: IncomingMessage, response: ServerResponse): void
  upgrade(label: string, request: IncomingMessage, socket: Duplex, head: Buffer): void
}

export interface InstanceServerOptions extends ForwardingOptions {
  table: RouteTable
  upstreams: Upstreams
  inFlight: InFlight
}

type Attempt = (target: Target, forwarding: Forwarding) => void

const none: ReadonlySet<string> = new Set()

/** Forwards requests and upgrades to the targets of instances, or answers with a page. */
export function createInstanceServer({
  table,
  upstreams,
  inFlight,
  ...options
}: InstanceServerOptions): InstanceServer {
  const choose = createTargetChoice(inFlight.count)

  /** Attempts one target after the other, as long as they do not accept a connection. */
  function forward(
    label: string,
    request: IncomingMessage,
    response: ServerResponse,
    attempt: Attempt,
    failed = none,
  ): void {
    const found = table.find(label)
    if (!found) return void sendPage(request, response, table.isLoaded ? unknownHost : routesMissing)
    const { route, port } = found
    const target = port && choose(port.targets, failed)
    if (!target) return void sendPage(request, response, pageWithout(route, failed))
    attempt(target, {
      upstream: upstreams.of(target),
      ownHost: ownHostOf(request),
      headers: instanceHeaders(request, options),
      onNoResponse: (error) => {
        if (!isConnectError(error)) return void sendPage(request, response, notResponding(route))
        forward(label, request, response, attempt, new Set([...failed, target.id]))
      },
    })
  }

  return {
    request: (label, request, response) =>
      forward(label, request, response, (target, forwarding) => {
        const transfer: Transfer = { cut: () => response.destroy() }
        const { onNoResponse } = forwarding
        inFlight.add(target.id, transfer)
        response.once('close', () => inFlight.remove(target.id, transfer))
        forwardRequest(request, response, {
          ...forwarding,
          onNoResponse: (error) => {
            inFlight.remove(target.id, transfer)
            onNoResponse(error)
          },
        })
      }),

    upgrade(label, request, socket, head) {
      socket.on('error', () => socket.destroy())
      const response = responseOn(request, socket)
      forward(label, request, response, (target, forwarding) => {
        const transfer: Transfer = { cut: () => socket.destroy() }
        const { onNoResponse } = forwarding
        inFlight.add(target.id, transfer)
        socket.once('close', () => inFlight.remove(target.id, transfer))
        forwardUpgrade(request, socket, head, response, {
          ...forwarding,
          onJoined: (joined) => {
            transfer.cut = joined.goAway
          },
          onNoResponse: (error) => {
            inFlight.remove(target.id, transfer)
            onNoResponse(error)
          },
        })
      })
    },
  }
}

/** A service that is ready serves, even while another one of its instance starts again. */
function pageWithout(route: Route, failed: ReadonlySet<string>): ErrorPage {
  if (failed.size > 0) return notResponding(route)
  return route.state === 'running' ? noPort(route) : notRunning(route)
}

const ownHostOf = ({ headers: { host = '' } }: IncomingMessage): string =>
  host.replace(/\.?(?::\d+)?$/, '').toLowerCase()
