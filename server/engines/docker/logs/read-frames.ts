import type { LogEntry } from '../../engine.ts'

interface Frame {
  stream: LogEntry['stream']
  payload: Buffer
}

const headerBytes = 8
const stderrKind = 2

/**
 * Decodes the engine's multiplexed output: 8 bytes of header (stream, length), then the payload. Chunks and frames need
 * not align.
 */
export async function* readFrames(source: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let neededBytes = headerBytes
  for await (const chunk of source) {
    waiting.push(chunk)
    waitingBytes += chunk.length
    if (waitingBytes < neededBytes) continue
    const bytes = waiting.length === 1 ? chunk : Buffer.concat(waiting, waitingBytes)
    let at = 0
    neededBytes = headerBytes
    while (bytes.length - at >= headerBytes) {
      const frameBytes = headerBytes + bytes.readUInt32BE(at + 4)
      if (bytes.length - at < frameBytes) {
        neededBytes = frameBytes
        break
      }
      const stream = bytes[at] === stderrKind ? 'stderr' : 'stdout'
      yield { stream, payload: bytes.subarray(at + headerBytes, at + frameBytes) }
      at += frameBytes
    }
    const rest = bytes.subarray(at)
    waiting = rest.length > 0 ? [rest] : []
    waitingBytes = rest.length
  }
}
