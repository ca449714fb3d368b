import type { Duplex } from 'node:stream'
import { createFrameBoundary, type FrameBoundary } from './frame-boundary.ts'

const HALF_OPEN_MS = 2000
/** A close frame with the status 1001, "going away". */
const goingAway = Buffer.from([0x88, 2, 0x03, 0xe9])

export interface Joined {
  /** Closes a WebSocket with 1001 after the frame in transit, and any other connection at once. */
  goAway(): void
}

/** Joins the connections of a visitor and an instance. When one ends, the other is closed. */
export function joinConnections(visitor: Duplex, instance: Duplex, isWebSocket: boolean): Joined {
  const boundary = isWebSocket ? createFrameBoundary() : undefined
  let isLeaving = false

  function leave(): void {
    instance.unpipe(visitor)
    visitor.end(goingAway)
    instance.destroy()
    setTimeout(() => visitor.destroy(), HALF_OPEN_MS).unref()
  }

  function goAway(frames: FrameBoundary): void {
    isLeaving = true
    if (frames.isReached) return void leave()
    instance.unpipe(visitor)
    instance.resume()
    setTimeout(() => visitor.destroy(), HALF_OPEN_MS).unref()
  }

  function follow(frames: FrameBoundary, bytes: Buffer): void {
    if (!isLeaving) return void frames.pass(bytes)
    const end = frames.next(bytes)
    if (end === -1) return void visitor.write(bytes)
    visitor.write(bytes.subarray(0, end))
    leave()
  }

  visitor.on('error', () => visitor.destroy())
  visitor.on('close', () => instance.destroy())
  // A half-open connection is of little use.
  visitor.on('end', () => setTimeout(() => visitor.destroy(), HALF_OPEN_MS).unref())
  visitor.pipe(instance)

  instance.on('error', () => instance.destroy())
  instance.on('close', () => {
    if (!isLeaving) visitor.destroy()
  })
  instance.on('end', () => setTimeout(() => instance.destroy(), HALF_OPEN_MS).unref())
  if (boundary) instance.on('data', (bytes: Buffer) => follow(boundary, bytes))
  instance.pipe(visitor)

  return {
    goAway() {
      if (!boundary) return void visitor.destroy()
      if (isLeaving) return
      goAway(boundary)
    },
  }
}
