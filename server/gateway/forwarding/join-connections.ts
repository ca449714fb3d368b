import type { Duplex } from 'node:stream'
import type { TargetTraffic } from '../traffic/traffic.ts'
import { createFrameBoundary, type FrameBoundary } from './frame-boundary.ts'

const HALF_OPEN_MS = 2000
const uncounted = { bytesIn: 0, bytesOut: 0 }
/** A close frame with the status 1001, "going away". */
const goingAway = Buffer.from([0x88, 2, 0x03, 0xe9])

export interface Joined {
  /** Closes a WebSocket with 1001 after the frame in transit, and any other connection at once. */
  goAway(): void
}

/**
 * Joins the connections of a visitor and an instance. When one ends, the other is closed. A connection may be idle for
 * days, so it keeps as few objects as possible: `pipe` would add nine listeners to each.
 */
export function joinConnections(
  visitor: Duplex,
  instance: Duplex,
  isWebSocket: boolean,
  traffic: Pick<TargetTraffic, 'bytesIn' | 'bytesOut'> = uncounted,
): Joined {
  const boundary = isWebSocket ? createFrameBoundary() : undefined
  let isLeaving = false

  function leave(): void {
    instance.off('data', onInstanceData)
    visitor.end(goingAway)
    instance.destroy()
    destroyLater(visitor)
  }

  function goAway(frames: FrameBoundary): void {
    isLeaving = true
    if (frames.isReached) return void leave()
    instance.resume()
    destroyLater(visitor)
  }

  function onInstanceData(bytes: Buffer): void {
    traffic.bytesOut += bytes.length
    if (!boundary || !isLeaving) {
      boundary?.pass(bytes)
      if (!visitor.write(bytes)) instance.pause()
      return
    }
    const end = boundary.next(bytes)
    if (end === -1) return void visitor.write(bytes)
    visitor.write(bytes.subarray(0, end))
    leave()
  }

  visitor.on('error', destroyOnError)
  visitor.on('data', (bytes: Buffer) => {
    traffic.bytesIn += bytes.length
    if (!instance.write(bytes)) visitor.pause()
  })
  visitor.on('drain', () => instance.resume())
  visitor.on('close', () => instance.destroy())
  visitor.on('end', endSoon)
  visitor.on('end', () => instance.end())
  visitor.resume()

  instance.on('error', destroyOnError)
  instance.on('data', onInstanceData)
  instance.on('drain', () => visitor.resume())
  instance.on('close', () => {
    if (!isLeaving) visitor.destroy()
  })
  instance.on('end', endSoon)
  instance.on('end', () => {
    if (!isLeaving) visitor.end()
  })
  instance.resume()

  return {
    goAway() {
      if (!boundary) return void visitor.destroy()
      if (!isLeaving) goAway(boundary)
    },
  }
}

/** Module-level listeners share no variables with others, and so keep nothing else in memory. */
export function destroyOnError(this: Duplex): void {
  this.destroy()
}

/** A half-open connection is of little use. */
function endSoon(this: Duplex): void {
  destroyLater(this)
}

function destroyLater(connection: Duplex): void {
  setTimeout(() => connection.destroy(), HALF_OPEN_MS).unref()
}
