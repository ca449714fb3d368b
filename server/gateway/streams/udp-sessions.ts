import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import type { InFlight, Transfer } from '../forwarding/in-flight.ts'
import type { Target } from '../routes/route.ts'
import type { StreamCount, StreamLimits } from './stream-limits.ts'

/** Datagrams that wait while a session's socket opens, and in the system's queue. */
const MAX_WAITING = 32
const SWEEP_MS = 1000

export interface SessionOptions {
  /** Sends a response to a visitor. */
  respond(bytes: Buffer, visitor: RemoteInfo): void
  choose(): Target | undefined
  /** Whether the target still gets new sessions. */
  isCurrent(target: Target): boolean
  inFlight: InFlight
  count: Pick<StreamCount, 'add' | 'remove'>
  listener: string
  limits: Pick<StreamLimits, 'unconfirmedMs' | 'sessionIdleMs' | 'leavingIdleMs'>
}

export interface UdpSessions {
  receive(bytes: Buffer, visitor: RemoteInfo): void
  endAll(): void
}

interface Session {
  key: string
  visitor: RemoteInfo
  target: Target
  upstream: Socket
  transfer: Transfer
  /** Datagrams until the socket is open; undefined afterwards. */
  waiting: Buffer[] | undefined
  hasResponse: boolean
  /** Whether the visitor has reacted to a response, which a forged source address cannot. */
  isConfirmed: boolean
  activeAtMs: number
}

/**
 * Gives each visitor's address and port a socket to one target. Unconfirmed sessions, which anyone can open with forged
 * source addresses, make room for others when a limit is reached; confirmed ones never do.
 */
export function createUdpSessions(options: SessionOptions): UdpSessions {
  const { respond, choose, isCurrent, inFlight, count, listener, limits } = options
  const sessions = new Map<string, Session>()
  /** In the order of their last activity. */
  const unconfirmed = new Set<Session>()
  const sweep = setInterval(endIdle, Math.min(SWEEP_MS, limits.leavingIdleMs)).unref()

  function end(session: Session): void {
    if (!sessions.delete(session.key)) return
    unconfirmed.delete(session)
    session.upstream.close()
    count.remove(listener, session.visitor.address)
    inFlight.remove(session.target.id, session.transfer)
  }

  function idleLimit({ isConfirmed, target }: Session): number {
    const usual = isConfirmed ? limits.sessionIdleMs : limits.unconfirmedMs
    return isCurrent(target) ? usual : Math.min(usual, limits.leavingIdleMs)
  }

  function endIdle(): void {
    const nowMs = performance.now()
    for (const session of sessions.values()) if (nowMs - session.activeAtMs > idleLimit(session)) end(session)
  }

  function isCounted({ address }: RemoteInfo): boolean {
    const counted = count.add(listener, address)
    const [oldest] = unconfirmed
    if (counted !== 'full' || !oldest) return counted === 'counted'
    end(oldest)
    return count.add(listener, address) === 'counted'
  }

  function open(key: string, visitor: RemoteInfo): Session | undefined {
    const target = choose()
    if (!target) return undefined
    if (!isCounted(visitor)) return undefined
    const upstream = createSocket(isIPv6(target.address) ? 'udp6' : 'udp4')
    const session: Session = {
      key,
      visitor,
      target,
      upstream,
      transfer: { cut: () => end(session) },
      waiting: [],
      hasResponse: false,
      isConfirmed: false,
      activeAtMs: performance.now(),
    }
    sessions.set(key, session)
    unconfirmed.add(session)
    inFlight.add(target.id, session.transfer)
    // A port that refuses datagrams ends the session; the next datagram opens another.
    upstream.on('error', () => end(session))
    upstream.on('message', (bytes) => {
      session.hasResponse = true
      session.activeAtMs = performance.now()
      respond(bytes, visitor)
    })
    upstream.connect(target.hostPort, target.address, () => {
      const { waiting = [] } = session
      session.waiting = undefined
      if (sessions.get(key) === session) for (const bytes of waiting) send(session, bytes)
    })
    return session
  }

  return {
    receive(bytes, visitor) {
      const key = `${visitor.address} ${visitor.port}`
      const session = sessions.get(key) ?? open(key, visitor)
      if (!session) return
      session.activeAtMs = performance.now()
      if (session.hasResponse) session.isConfirmed = true
      unconfirmed.delete(session)
      if (!session.isConfirmed) unconfirmed.add(session)
      send(session, bytes)
    },

    endAll() {
      clearInterval(sweep)
      for (const session of [...sessions.values()]) end(session)
    },
  }
}

/** Drops what the target does not take in time, as any network does. */
function send({ upstream, waiting }: Session, bytes: Buffer): void {
  if (waiting) {
    if (waiting.length < MAX_WAITING) waiting.push(bytes)
  } else if (upstream.getSendQueueCount() < MAX_WAITING) {
    upstream.send(bytes, () => undefined)
  }
}
