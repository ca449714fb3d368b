const LENGTH_IN_2_BYTES = 126
const LENGTH_IN_8_BYTES = 127
const MASKED = 0x80

/** Shared by all idle connections. */
const none: number[] = []

export interface FrameBoundary {
  /** True when the bytes so far end with a whole frame. */
  readonly isReached: boolean
  /** Returns the offset after the first frame that ends in these bytes; -1 if none does. */
  next(bytes: Buffer): number
  pass(bytes: Buffer): void
}

/** Finds the ends of WebSocket frames (RFC 6455, section 5.2): another frame may only be sent between two frames. */
export function createFrameBoundary(): FrameBoundary {
  let payloadLeft = 0
  /** Bytes of a header that is not complete yet. */
  let header = none

  /** Reads on from `at` until a frame ends; returns the offset after it, or -1. */
  function readFrame(bytes: Buffer, from: number): number {
    let at = from
    while (at < bytes.length) {
      if (payloadLeft > 0) {
        const skipped = Math.min(payloadLeft, bytes.length - at)
        payloadLeft -= skipped
        at += skipped
      } else {
        if (header === none) header = []
        header.push(bytes[at] ?? 0)
        at += 1
        if (header.length < headerLength(header)) continue
        payloadLeft = payloadLength(header)
        header = none
      }
      if (payloadLeft === 0 && header.length === 0) return at
    }
    return -1
  }

  return {
    get isReached() {
      return payloadLeft === 0 && header.length === 0
    },
    next: (bytes) => readFrame(bytes, 0),
    pass(bytes) {
      for (let at = 0; at !== -1 && at < bytes.length; ) at = readFrame(bytes, at)
    },
  }
}

function headerLength([, second]: readonly number[]): number {
  if (second === undefined) return 2
  const short = second & ~MASKED
  const extended = short === LENGTH_IN_2_BYTES ? 2 : short === LENGTH_IN_8_BYTES ? 8 : 0
  return 2 + extended + (second & MASKED ? 4 : 0)
}

function payloadLength([, second = 0, ...rest]: readonly number[]): number {
  const short = second & ~MASKED
  if (short < LENGTH_IN_2_BYTES) return short
  const bytes = rest.slice(0, short === LENGTH_IN_2_BYTES ? 2 : 8)
  return bytes.reduce((length, byte) => length * 256 + byte, 0)
}
