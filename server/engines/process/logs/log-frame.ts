import type { LogEntry } from '../../engine.ts'

/** Layout of an entry on disk: stream (1 byte), 3 unused, length (4), nanoseconds since 1970 (8), then the content. */
export const frameHeaderBytes = 16
const stderrKind = 2

export function writeFrame(stream: LogEntry['stream'], atNs: bigint, bytes: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(frameHeaderBytes + bytes.length)
  frame.writeUInt32BE((stream === 'stderr' ? stderrKind : 1) << 24, 0)
  frame.writeUInt32BE(bytes.length, 4)
  frame.writeBigUInt64BE(atNs, 8)
  frame.set(bytes, frameHeaderBytes)
  return frame
}

/** Reads the frame at `at`; undefined when it is incomplete. */
export function readFrame(buffer: Buffer, at: number): { entry: LogEntry; end: number } | undefined {
  if (buffer.length - at < frameHeaderBytes) return undefined
  const end = at + frameHeaderBytes + buffer.readUInt32BE(at + 4)
  if (buffer.length < end) return undefined
  const entry: LogEntry = {
    stream: buffer[at] === stderrKind ? 'stderr' : 'stdout',
    atNs: String(buffer.readBigUInt64BE(at + 8)),
    bytes: buffer.subarray(at + frameHeaderBytes, end),
  }
  return { entry, end }
}
