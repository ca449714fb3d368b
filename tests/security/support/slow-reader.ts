import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '../../server/until.ts'

const PAUSE_MS = 40
/** The end of a complete response in chunks. */
const LAST_CHUNK = '\r\n0\r\n\r\n'

export interface SlowReader {
  status(): number
  bytes(): number
  /** Whether the whole response was received. */
  isComplete(): boolean
  isClosed(): boolean
  /** Whether the connection was reset, which no client takes for the end of a response. */
  isReset(): boolean
  stop(): void
}

/** Requests a URL and reads the response little by little, until `stop`. Resolves once reading has begun. */
export async function readSlowly(port: number, path: string, token?: string): Promise<SlowReader> {
  const socket = connect(port, '127.0.0.1')
  let bytes = 0
  let head = ''
  let tail = ''
  let isReset = false
  socket.on('error', (error: NodeJS.ErrnoException) => {
    isReset = error.code === 'ECONNRESET'
  })
  socket.on('data', async (data: Buffer) => {
    if (bytes === 0) head = data.toString('latin1', 0, 100)
    bytes += data.length
    tail = (tail + data.toString('latin1')).slice(-LAST_CHUNK.length)
    socket.pause()
    await delay(PAUSE_MS)
    socket.resume()
  })
  const authorization = token === undefined ? '' : `authorization: Bearer ${token}\r\n`
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n${authorization}\r\n`)
  await until(async () => bytes > 0)
  return {
    status: () => Number(head.split(' ')[1]),
    bytes: () => bytes,
    isComplete: () => tail === LAST_CHUNK,
    isClosed: () => socket.closed,
    isReset: () => isReset,
    stop: () => socket.destroy(),
  }
}
