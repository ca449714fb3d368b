import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasBody } from '../../http/listener/upload-deadline.ts'
import type { ErrorPage } from '../pages/error-pages.ts'
import { notAwake, tooManyHeld, wakeRejected } from '../pages/wake-pages.ts'
import type { Route } from '../routes/route.ts'
import { createHoldCount, type HoldLimits, type Place } from './hold-limits.ts'
import type { WakeRejection } from './wake-rejection.ts'

export interface HeldRequest {
  route: Route
  request: IncomingMessage
  /** Of an upgrade, one that is assigned to its socket. */
  response: ServerResponse
  /** When the request arrived, by the monotonic clock. A request that is held again waits no longer. */
  startedAtMs: number
  /** Called when a target may be there, or the route has changed otherwise. */
  onReady: () => void
  onRejected: (page: ErrorPage) => void
}

export interface HeldRequests {
  /** Holds a request until its service has a target. Returns a page when it cannot. */
  hold(request: HeldRequest, service: string): ErrorPage | undefined
  routeChanged(former: Route | undefined, now: Route | undefined): void
  /** Takes the control plane's answer. */
  onResponse(instanceId: string, service: string, rejection: WakeRejection | null): void
  /** Asks again for everything that is held: another control plane is connected. */
  requestAgain(): void
  /** Ends all held requests before the gateway stops. */
  stop(): void
}

interface Options {
  limits: HoldLimits
  /** Asks the control plane to wake a service; does nothing while it is away. */
  wake: (instanceId: string, service: string) => void
}

interface Waiting extends HeldRequest {
  leave(): void
}

/** A service that requests wait for, or that was refused a moment ago. */
interface Sleeping {
  instanceId: string
  service: string
  waiting: Set<Waiting>
  requestAtMs: number
  isAcknowledged: boolean
  rejection: { reason: WakeRejection; untilMs: number } | undefined
}

const CHECK_MS = 250
/** Bytes that Node buffers of a body, or of an upgraded connection, that nothing reads yet. */
const BUFFERED_BYTES = 65_536

/** Holds requests to services that sleep, and asks the control plane to wake each service once for all its requests. */
export function createHeldRequests({ limits, wake }: Options): HeldRequests {
  const sleeping = new Map<string, Sleeping>()
  const count = createHoldCount(limits)
  let timer: NodeJS.Timeout | undefined

  function requestWake(each: Sleeping): void {
    each.requestAtMs = performance.now() + limits.repeatMs
    wake(each.instanceId, each.service)
  }

  function check(): void {
    const nowMs = performance.now()
    for (const [key, each] of sleeping) {
      for (const held of each.waiting)
        if (nowMs >= held.startedAtMs + limits.holdMs) reject(held, notAwake(held.route, each.isAcknowledged))
      if (each.rejection && nowMs >= each.rejection.untilMs) each.rejection = undefined
      if (each.waiting.size > 0 && nowMs >= each.requestAtMs) requestWake(each)
      else if (each.waiting.size === 0 && !each.rejection) sleeping.delete(key)
    }
    if (sleeping.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  function reject(held: Waiting, page: ErrorPage): void {
    held.leave()
    held.onRejected(page)
  }

  function stateOf(instanceId: string, service: string): Sleeping {
    const key = keyOf(instanceId, service)
    const known = sleeping.get(key)
    if (known) return known
    const made = {
      instanceId,
      service,
      waiting: new Set<Waiting>(),
      requestAtMs: 0,
      isAcknowledged: false,
      rejection: undefined,
    }
    sleeping.set(key, made)
    timer ??= setInterval(check, CHECK_MS)
    return made
  }

  return {
    hold(request, service) {
      const { route, response } = request
      if (performance.now() >= request.startedAtMs + limits.holdMs) return notAwake(route, true)
      const known = sleeping.get(keyOf(route.id, service))
      if (known?.rejection) return wakeRejected(route, known.rejection.reason)
      const place: Place = {
        service: keyOf(route.id, service),
        owner: route.owner ?? route.id,
        bytes: bufferedOf(request),
      }
      if (!count.add(place)) return tooManyHeld(route)
      const each = known ?? stateOf(route.id, service)
      const ends = endOfUpgrade(request)
      const held: Waiting = {
        ...request,
        leave() {
          if (!each.waiting.delete(held)) return
          count.remove(place)
          response.off('close', held.leave)
          ends.forget()
          if (each.waiting.size === 0) each.isAcknowledged = false
        },
      }
      each.waiting.add(held)
      response.once('close', held.leave)
      if (each.waiting.size === 1) requestWake(each)
      return undefined
    },

    routeChanged(former, now) {
      const id = now?.id ?? former?.id
      if (sleeping.size === 0 || id === undefined) return
      for (const each of sleeping.values()) {
        if (each.instanceId !== id) continue
        each.rejection = undefined
        const ports = now?.ports.filter(({ wakes }) => wakes === each.service) ?? []
        if (ports.length > 0 && ports.every(({ targets }) => targets.length === 0)) continue
        for (const held of [...each.waiting]) {
          held.leave()
          held.onReady()
        }
      }
    },

    onResponse(instanceId, service, rejection) {
      const each = sleeping.get(keyOf(instanceId, service))
      if (!each) return
      each.isAcknowledged = true
      each.requestAtMs = performance.now() + limits.repeatMs
      if (rejection === null) return
      each.rejection = { reason: rejection, untilMs: performance.now() + limits.rejectedMs }
      for (const held of [...each.waiting]) reject(held, wakeRejected(held.route, rejection))
    },

    requestAgain() {
      for (const each of sleeping.values()) {
        each.isAcknowledged = false
        if (each.waiting.size > 0) requestWake(each)
      }
    },

    stop() {
      clearInterval(timer)
      for (const each of sleeping.values())
        for (const held of [...each.waiting]) reject(held, notAwake(held.route, false))
      sleeping.clear()
    },
  }
}

const keyOf = (instanceId: string, service: string): string => `${instanceId} ${service}`

/** The most that Node keeps of what the visitor sends while nobody reads it. */
function bufferedOf({ request }: HeldRequest): number {
  if (request.headers.upgrade !== undefined) return BUFFERED_BYTES
  if (!hasBody(request)) return 0
  return Math.min(Number(request.headers['content-length'] ?? BUFFERED_BYTES), BUFFERED_BYTES)
}

/** Nobody else watches the connection of an upgrade: a visitor that ends it has left. */
function endOfUpgrade({ request, response }: HeldRequest): { forget(): void } {
  if (request.headers.upgrade === undefined) return { forget: () => undefined }
  const leave = () => response.destroy()
  request.socket.once('end', leave)
  return { forget: () => request.socket.off('end', leave) }
}
