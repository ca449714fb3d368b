import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

const lastChunk = '0\r\n\r\n'

/** Sends a request's body, framed anew. Returns a function that stops it; calls back when all of it was sent. */
export function sendBody(
  body: IncomingMessage,
  to: Socket,
  { isChunked, onBytes, onEnd }: { isChunked: boolean; onBytes: (count: number) => void; onEnd: () => void },
): () => void {
  const onDrain = () => body.resume()
  const onData = (bytes: Buffer) => {
    onBytes(bytes.length)
    if (!(isChunked ? writeChunk(to, bytes) : to.write(bytes))) body.pause()
  }
  const onBodyEnd = () => {
    stop()
    if (isChunked) to.write(lastChunk, 'latin1')
    onEnd()
  }
  function stop(): void {
    to.off('drain', onDrain)
    body.off('data', onData)
    body.off('end', onBodyEnd)
  }
  to.on('drain', onDrain)
  body.on('data', onData)
  body.on('end', onBodyEnd)
  return stop
}

function writeChunk(to: Socket, bytes: Buffer): boolean {
  to.cork()
  to.write(`${bytes.length.toString(16)}\r\n`, 'latin1')
  to.write(bytes)
  const isFlowing = to.write('\r\n', 'latin1')
  to.uncork()
  return isFlowing
}
