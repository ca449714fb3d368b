import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFrames } from '../../../server/engines/docker/logs/read-frames.ts'

const frame = fc.record({ isError: fc.boolean(), payload: fc.uint8Array({ maxLength: 60 }) })
const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 40 })

test('decodes frames however they are split into chunks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { maxLength: 12 }), cuts, async (frames, sizes) => {
      const whole = Buffer.concat(frames.map(({ isError, payload }) => encode(isError ? 2 : 1, payload)))
      const read: { isError: boolean; payload: number[] }[] = []
      for await (const { stream, payload } of readFrames(cut(whole, sizes))) {
        read.push({ isError: stream === 'stderr', payload: [...payload] })
      }
      expect(read).toEqual(frames.map(({ isError, payload }) => ({ isError, payload: [...payload] })))
    }),
  )
})

test('does not yield an incomplete frame', async () => {
  const read = []
  for await (const each of readFrames(cut(encode(1, Buffer.from('whole line\n')).subarray(0, 15), [3]))) read.push(each)
  expect(read).toEqual([])
})

function encode(kind: number, payload: Uint8Array): Buffer {
  const header = Buffer.alloc(8)
  header[0] = kind
  header.writeUInt32BE(payload.length, 4)
  return Buffer.concat([header, payload])
}

async function* cut(bytes: Buffer, sizes: number[]): AsyncGenerator<Buffer> {
  let at = 0
  for (const size of sizes) {
    if (at >= bytes.length) return
    yield bytes.subarray(at, at + size)
    at += size
  }
  if (at < bytes.length) yield bytes.subarray(at)
}
