import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFrameReader, encodeFrame, MAX_FRAME_BYTES } from '../../server/gateway/control/frames.ts'
import { createFrameBoundary } from '../../server/gateway/forwarding/frame-boundary.ts'

/** Cuts bytes at these positions. */
const portions = (bytes: Buffer, cuts: number[]): Buffer[] => {
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].toSorted((a, b) => a - b)
  return [0, ...ends].map((from, at) => bytes.subarray(from, ends[at] ?? bytes.length))
}
const cuts = fc.array(fc.nat(), { maxLength: 10 })

test('messages are read as they were sent, in whatever portions they arrive', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 5 }), cuts, (messages, at) => {
      const read: unknown[] = []
      const reader = createFrameReader((message) => read.push(message))
      for (const part of portions(Buffer.concat(messages.map(encodeFrame)), at)) reader(part)
      expect(JSON.stringify(read)).toBe(JSON.stringify(messages))
    }),
  )
})

test('a frame over the limit is neither sent nor read', () => {
  expect(() => encodeFrame('x'.repeat(MAX_FRAME_BYTES))).toThrow(/exceeds the frame limit/)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(MAX_FRAME_BYTES + 1)
  expect(() => createFrameReader(() => undefined)(length)).toThrow(/exceeds the limit/)
})

const webSocketFrame = (payload: number, isMasked: boolean): Buffer => {
  const mask = isMasked ? 0x80 : 0
  const header = Buffer.alloc(payload < 126 ? 2 : payload < 65_536 ? 4 : 10)
  header[0] = 0x82
  header[1] = mask | (payload < 126 ? payload : payload < 65_536 ? 126 : 127)
  if (header.length === 4) header.writeUInt16BE(payload, 2)
  if (header.length === 10) header.writeBigUInt64BE(BigInt(payload), 2)
  return Buffer.concat([header, Buffer.alloc(isMasked ? 4 : 0), Buffer.alloc(payload, 0xff)])
}

test('the end of a WebSocket frame is found in whatever portions it arrives', () => {
  const frames = fc.array(fc.tuple(fc.oneof(fc.nat(200), fc.constantFrom(125, 126, 65_535, 65_536)), fc.boolean()), {
    minLength: 1,
    maxLength: 5,
  })
  fc.assert(
    fc.property(frames, cuts, (described, at) => {
      const encoded = described.map(([payload, isMasked]) => webSocketFrame(payload, isMasked))
      const ends = encoded.map((_, index) => Buffer.concat(encoded.slice(0, index + 1)).length)
      const boundary = createFrameBoundary()
      let passed = 0
      for (const part of portions(Buffer.concat(encoded), at)) {
        boundary.pass(part)
        passed += part.length
        expect(boundary.isReached).toBe(passed === 0 || ends.includes(passed))
      }
      expect(createFrameBoundary().next(Buffer.concat(encoded))).toBe(ends[0])
    }),
  )
})
