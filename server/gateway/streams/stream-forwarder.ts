import { createInFlight } from '../forwarding/in-flight.ts'
import { createTargetChoice } from '../routes/choose-target.ts'
import type { Route, Target } from '../routes/route.ts'
import type { Traffic } from '../traffic/traffic.ts'
import { forwardConnection } from './forward-connection.ts'
import { type Listener, type ListenFailure, type Place, placeKey } from './listener.ts'
import { createListenerSet, placesByKey } from './listener-set.ts'
import { createStreamCount, type StreamLimits, streamLimits } from './stream-limits.ts'
import { openTcpListener } from './tcp-listener.ts'
import { openUdpListener, type UdpListener } from './udp-listener.ts'
import { createUdpSessions } from './udp-sessions.ts'

/** Forwards TCP connections and UDP datagrams to the targets of instances. */
export interface StreamForwarder {
  routeChanged(former: Route | undefined, now: Route | undefined): void
  /** The open connections and sessions of a target. */
  count(targetId: string): number
  /** The listeners that could not be opened. */
  readonly failures: readonly ListenFailure[]
  /** Resolves when the target serves nothing; cuts what is left after the grace period. */
  drain(targetId: string, graceMs: number): Promise<void>
  drainAll(graceMs: number): Promise<void>
  /** Frees all ports at once. */
  release(): void
}

export interface StreamForwarderOptions {
  /** The address of listeners that name none. */
  address: string
  /** Whether a visitor may connect. */
  isAllowed: (visitor: string) => boolean
  /** Counts the bytes of TCP connections. */
  traffic: Pick<Traffic, 'of'>
  /** Called when the listeners that routes name are open or have failed. */
  onSettled: () => void
  limits?: StreamLimits
  retryMs?: number
}

interface Claim {
  routeId: string
  place: Place
  targets: readonly Target[]
}

const none: ReadonlySet<string> = new Set()

export function createStreamForwarder(options: StreamForwarderOptions): StreamForwarder {
  const { isAllowed, onSettled, traffic, limits = streamLimits } = options
  const claims = new Map<string, Claim>()
  const inFlight = createInFlight()
  const choose = createTargetChoice(inFlight.count)
  const count = createStreamCount(limits)
  let isScheduled = false

  const listeners = createListenerSet({
    open: (place) => (place.protocol === 'tcp' ? openTcp(place) : openUdp(place)),
    onSettled,
    ...(options.retryMs !== undefined && { retryMs: options.retryMs }),
  })

  const targetsAt = (key: string): readonly Target[] => claims.get(key)?.targets ?? []

  function openTcp(place: Place): Promise<Listener> {
    const key = placeKey(place)
    return openTcpListener(place, (visitor) => {
      const { remoteAddress = '' } = visitor
      if (!isAllowed(remoteAddress) || count.add(key, remoteAddress) !== 'counted')
        return void visitor.resetAndDestroy()
      visitor.once('close', () => count.remove(key, remoteAddress))
      forwardConnection(visitor, { choose: (failed) => choose(targetsAt(key), failed), inFlight, traffic, limits })
    })
  }

  async function openUdp(place: Place): Promise<Listener> {
    const key = placeKey(place)
    let opened: UdpListener | undefined
    const sessions = createUdpSessions({
      respond: (bytes, visitor) => opened?.send(bytes, visitor),
      choose: () => choose(targetsAt(key), none),
      isCurrent: (target) => targetsAt(key).some((each) => isSame(each, target)),
      inFlight,
      count,
      listener: key,
      limits,
    })
    try {
      opened = await openUdpListener(place, (bytes, visitor) => {
        if (isAllowed(visitor.address)) sessions.receive(bytes, visitor)
      })
    } catch (error) {
      sessions.endAll()
      throw error
    }
    const { close } = opened
    return {
      close() {
        opened = undefined
        sessions.endAll()
        close()
      },
    }
  }

  function placeOf({ protocol, address, port }: NonNullable<Route['listeners']>[number]): Place {
    return { protocol, address: address ?? options.address, port }
  }

  /** A port may move from one instance to another within one change of the routes. */
  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    queueMicrotask(() => {
      isScheduled = false
      listeners.replace(placesByKey([...claims.values()].map(({ place }) => place)))
    })
  }

  return {
    routeChanged(former, now) {
      const current = new Map((now?.listeners ?? []).map((each) => [placeKey(placeOf(each)), each]))
      for (const listener of former?.listeners ?? []) {
        const key = placeKey(placeOf(listener))
        if (!current.has(key) && claims.get(key)?.routeId === former?.id) claims.delete(key)
      }
      for (const [key, listener] of current)
        claims.set(key, { routeId: now?.id ?? '', place: placeOf(listener), targets: listener.targets })
      schedule()
    },

    count: inFlight.count,

    get failures() {
      return listeners.failures
    },

    drain: inFlight.drain,
    drainAll: inFlight.drainAll,
    release: listeners.closeAll,
  }
}

const isSame = (one: Target, other: Target): boolean =>
  one.id === other.id && one.address === other.address && one.hostPort === other.hostPort
