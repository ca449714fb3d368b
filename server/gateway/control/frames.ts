const HEADER_BYTES = 4
export const MAX_FRAME_BYTES = 1_048_576

/** Encodes a message as its length in four bytes, followed by JSON. */
export function encodeFrame(message: unknown): Buffer {
  const json = Buffer.from(JSON.stringify(message))
  if (json.length > MAX_FRAME_BYTES) throw new Error(`A message of ${json.length} bytes exceeds the frame limit`)
  const frame = Buffer.allocUnsafe(HEADER_BYTES + json.length)
  frame.writeUInt32BE(json.length)
  json.copy(frame, HEADER_BYTES)
  return frame
}

/** Returns a function that receives bytes in any portions and calls back with each message. Throws on broken frames. */
export function createFrameReader(onMessage: (message: unknown) => void): (part: Buffer) => void {
  const parts: Buffer[] = []
  let size = 0
  let neededBytes = HEADER_BYTES
  let isHeader = true

  const take = (): Buffer => {
    const all = Buffer.concat(parts)
    parts.length = 0
    if (all.length > neededBytes) parts.push(all.subarray(neededBytes))
    size -= neededBytes
    return all.subarray(0, neededBytes)
  }

  return (part) => {
    parts.push(part)
    size += part.length
    while (size >= neededBytes) {
      const bytes = take()
      if (isHeader) {
        neededBytes = bytes.readUInt32BE()
        if (neededBytes > MAX_FRAME_BYTES) throw new Error(`A frame of ${neededBytes} bytes exceeds the limit`)
      } else {
        neededBytes = HEADER_BYTES
        onMessage(JSON.parse(bytes.toString()))
      }
      isHeader = !isHeader
    }
  }
}
