import { connect, type Socket } from 'node:net'
import type { InFlight } from '../forwarding/in-flight.ts'
import type { Target } from '../routes/route.ts'
import type { TargetTraffic, Traffic } from '../traffic/traffic.ts'
import type { StreamLimits } from './stream-limits.ts'

const KEEP_ALIVE_MS = 60_000

export interface ConnectionOptions {
  /** Returns a target that has not failed yet. */
  choose(failed: ReadonlySet<string>): Target | undefined
  inFlight: InFlight
  traffic: Pick<Traffic, 'of'>
  limits: Pick<StreamLimits, 'connectMs' | 'silentMs' | 'idleMs' | 'halfOpenMs'>
}

/**
 * Joins a paused connection of a visitor with a target; attempts one target after the other, as long as they do not
 * accept. Resets the visitor's connection if none does.
 */
export function forwardConnection(visitor: Socket, options: ConnectionOptions): void {
  const { choose, inFlight, traffic, limits } = options
  visitor.on('error', () => visitor.destroy())
  attempt(new Set())

  function attempt(failed: ReadonlySet<string>): void {
    if (visitor.destroyed) return
    const target = choose(failed)
    if (!target) return void visitor.resetAndDestroy()
    const upstream = connect({
      host: target.address,
      port: target.hostPort,
      allowHalfOpen: true,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: KEEP_ALIVE_MS,
    })
    const transfer = { cut: () => reset(visitor, upstream) }
    let isJoined = false
    inFlight.add(target.id, transfer)
    const limit = setTimeout(() => upstream.destroy(), limits.connectMs)
    const abandon = () => upstream.destroy()
    visitor.once('close', abandon)
    upstream.on('error', () => upstream.destroy())
    upstream.once('connect', () => {
      clearTimeout(limit)
      visitor.off('close', abandon)
      isJoined = true
      join(visitor, upstream, limits)
      countBytes(visitor, upstream, traffic.of(target.id))
      // The target counts as busy until both sides have ended.
      onceBothClosed(visitor, upstream, () => inFlight.remove(target.id, transfer))
    })
    upstream.once('close', () => {
      if (isJoined) return
      clearTimeout(limit)
      visitor.off('close', abandon)
      inFlight.remove(target.id, transfer)
      attempt(new Set([...failed, target.id]))
    })
  }
}

/** Passes on bytes with back-pressure, and the end of each direction by itself. An abort of one side resets the other. */
function join(visitor: Socket, upstream: Socket, limits: ConnectionOptions['limits']): void {
  let idleMs = limits.silentMs
  const limitIdle = (ms: number) => {
    idleMs = ms
    visitor.setTimeout(idleMs)
  }
  const begin = () => {
    if (idleMs === limits.silentMs) limitIdle(limits.idleMs)
  }
  limitIdle(limits.silentMs)
  // Both directions pass the visitor's socket, so its time limit covers both.
  visitor.on('timeout', () => reset(visitor, upstream))
  for (const [from, to] of [
    [visitor, upstream],
    [upstream, visitor],
  ] as const) {
    from.once('data', begin)
    from.once('end', () => limitIdle(limits.halfOpenMs))
    from.once('close', () => {
      if (!from.readableEnded || !from.writableFinished) to.resetAndDestroy()
    })
    from.pipe(to)
  }
}

function countBytes(visitor: Socket, upstream: Socket, counts: TargetTraffic): void {
  visitor.on('data', (bytes: Buffer) => {
    counts.bytesIn += bytes.length
  })
  upstream.on('data', (bytes: Buffer) => {
    counts.bytesOut += bytes.length
  })
}

function reset(visitor: Socket, upstream: Socket): void {
  visitor.resetAndDestroy()
  upstream.resetAndDestroy()
}

function onceBothClosed(one: Socket, other: Socket, then: () => void): void {
  let open = 2
  const closed = () => {
    open -= 1
    if (open === 0) then()
  }
  one.once('close', closed)
  other.once('close', closed)
}
