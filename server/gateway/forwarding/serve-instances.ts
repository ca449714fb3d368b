import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { HeldRequests } from '../holding/held-requests.ts'
import { type ErrorPage, noPort, notResponding, notRunning, routesMissing, unknownHost } from '../pages/error-pages.ts'
import { sendPage } from '../pages/page.ts'
import { createTargetChoice } from '../routes/choose-target.ts'
import type { Route, Target } from '../routes/route.ts'
import type { RouteTable } from '../routes/route-table.ts'
import { countResponse, type Traffic } from '../traffic/traffic.ts'
import { type Forwarding, forwardRequest, isRepeatable } from './forward-request.ts'
import { forwardUpgrade, responseOn } from './forward-upgrade.ts'
import { type ForwardingOptions, instanceHeaders } from './headers/instance-headers.ts'
import type { InFlight, Transfer } from './in-flight.ts'
import { destroyOnError } from './join-connections.ts'
import type { Upstreams } from './upstream/upstreams.ts'

/** The label in front of the gateway's domain, or a domain of an instance. */
export type InstanceHost = string | { domain: string }

export interface InstanceServer {
  request(host: InstanceHost, request: IncomingMessage, response: ServerResponse): void
  upgrade(host: InstanceHost, request: IncomingMessage, socket: Duplex, head: Buffer): void
}

export interface InstanceServerOptions extends ForwardingOptions {
  table: RouteTable
  upstreams: Upstreams
  inFlight: InFlight
  held: HeldRequests
  traffic: Traffic
}

/** Sends a request to a target; calls back when the target did not respond. */
type Attempt = (target: Target, forwarding: Omit<Forwarding, 'onClose'>) => void

interface Failed {
  targetIds: ReadonlySet<string>
  /** A target accepted the request and did not respond. Only one other target may get it. */
  wasSent: boolean
}

const none: Failed = { targetIds: new Set(), wasSent: false }

/** Forwards requests and upgrades to the targets of instances, or answers with a page. */
export function createInstanceServer({
  table,
  upstreams,
  inFlight,
  held,
  traffic,
  ...options
}: InstanceServerOptions): InstanceServer {
  const choose = createTargetChoice(inFlight.count)

  /**
   * Attempts one target after the other, as long as they do not accept a connection. A request that can be repeated
   * gets a second target when the first one ends without a response.
   */
  function forward(
    host: InstanceHost,
    request: IncomingMessage,
    response: ServerResponse,
    attempt: Attempt,
    failed = none,
    startedAtMs = performance.now(),
  ): void {
    const found = typeof host === 'string' ? table.find(host) : table.findByDomain(host.domain)
    if (!found) return void sendPage(request, response, table.isLoaded ? unknownHost : routesMissing)
    const { route, port } = found
    const target = port && choose(port.targets, failed.targetIds)
    if (!target) {
      const onRejected = (page: ErrorPage) => {
        countResponse(traffic.of(route.id), page.status, performance.now() - startedAtMs)
        sendPage(request, response, page)
      }
      if (!port?.wakes || failed !== none) return void onRejected(pageWithout(route, failed.targetIds))
      const onReady = () => forward(host, request, response, attempt, none, startedAtMs)
      const page = held.hold({ route, request, response, startedAtMs, onReady, onRejected }, port.wakes)
      if (page) onRejected(page)
      return
    }
    const counts = traffic.of(target.id)
    attempt(target, {
      upstream: upstreams.of(target),
      ownHost: ownHostOf(request),
      headers: instanceHeaders(request, options),
      traffic: counts,
      startedAtMs,
      onNoResponse: ({ isConnectError, isEmpty }) => {
        const mayRepeat = isConnectError || (isEmpty && !failed.wasSent && isRepeatable(request))
        if (!mayRepeat) {
          const page = notResponding(route)
          countResponse(counts, page.status, performance.now() - startedAtMs)
          return void sendPage(request, response, page)
        }
        const failures = {
          targetIds: new Set([...failed.targetIds, target.id]),
          wasSent: failed.wasSent || !isConnectError,
        }
        forward(host, request, response, attempt, failures, startedAtMs)
      },
    })
  }

  return {
    request: (host, request, response) =>
      forward(host, request, response, (target, forwarding) => {
        const { onClose } = track(inFlight, target.id, response)
        forwardRequest(request, response, {
          ...forwarding,
          onClose,
          onNoResponse: (error) => {
            onClose()
            forwarding.onNoResponse(error)
          },
        })
      }),

    upgrade(host, request, socket, head) {
      socket.on('error', destroyOnError)
      const response = responseOn(request, socket)
      forward(host, request, response, (target, forwarding) => {
        const { transfer, onClose } = track(inFlight, target.id, socket)
        socket.once('close', onClose)
        forwardUpgrade(request, socket, head, response, {
          ...forwarding,
          onClose: () => undefined,
          onJoined: (joined) => {
            transfer.cut = joined.goAway
          },
          onNoResponse: (error) => {
            socket.off('close', onClose)
            onClose()
            forwarding.onNoResponse(error)
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

/**
 * Counts a transfer until `onClose` is called. A function of its own, so that the callback of a WebSocket, which lives
 * long, keeps neither its request nor its response in memory.
 */
function track(inFlight: InFlight, targetId: string, visitor: { destroy(): unknown }) {
  const transfer: Transfer = { cut: () => visitor.destroy() }
  inFlight.add(targetId, transfer)
  return { transfer, onClose: () => inFlight.remove(targetId, transfer) }
}

const portOf = /:\d+$/

/** The host was found, so it consists of letters, digits, hyphens and full stops. */
function ownHostOf({ headers: { host = '' } }: IncomingMessage): string {
  const name = host.replace(portOf, '').toLowerCase()
  return name.endsWith('.') ? name.slice(0, -1) : name
}
