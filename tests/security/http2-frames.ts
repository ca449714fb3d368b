import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from 'node:tls'
import type { Secure } from './raw-visitor.ts'

const DATA = 0
const HEADERS = 1
const RST_STREAM = 3
const SETTINGS = 4
const GOAWAY = 7
const END_STREAM = 1
const END_HEADERS = 4
const ACK = 1
const QUIET_MS = 1500

/** What the gateway did with one stream. */
export interface Http2Exchange {
  status: number | undefined
  /** The stream or the connection was ended with an error. */
  isReset: boolean
}

function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** An integer with a prefix of seven bits (RFC 7541, section 5.1). */
function length(of: number): Buffer {
  if (of < 127) return Buffer.from([of])
  const rest: number[] = [127]
  let left = of - 127
  for (; left >= 128; left = Math.floor(left / 128)) rest.push((left % 128) + 128)
  return Buffer.from([...rest, left])
}

/** Literal fields, never indexed and without Huffman coding: any bytes can be written. */
const encoded = (headers: readonly (readonly [string, string])[]): Buffer =>
  Buffer.concat(
    headers.flatMap(([name, value]) => [
      Buffer.from([0x10]),
      length(Buffer.byteLength(name, 'latin1')),
      Buffer.from(name, 'latin1'),
      length(Buffer.byteLength(value, 'latin1')),
      Buffer.from(value, 'latin1'),
    ]),
  )

/** Writes one request as raw frames, which no client library would send. */
export async function writeHttp2(
  port: number,
  secure: Secure,
  headers: readonly (readonly [string, string])[],
  body: string | null,
  meanwhile: () => Promise<void>,
): Promise<Http2Exchange> {
  const socket = connect({ host: '127.0.0.1', port, ALPNProtocols: ['h2'], ...secure })
  const exchange: Http2Exchange = { status: undefined, isReset: false }
  let received = Buffer.alloc(0)
  const ended = new Promise<void>((resolve) => {
    socket.on('close', () => {
      exchange.isReset ||= exchange.status === undefined
      resolve()
    })
    socket.on('data', (part: Buffer) => {
      received = Buffer.concat([received, part])
      while (received.length >= 9) {
        const size = received.readUIntBE(0, 3)
        if (received.length < 9 + size) return
        const [type, flags, payload] = [received[3], received[4] ?? 0, received.subarray(9, 9 + size)]
        received = received.subarray(9 + size)
        if (type === SETTINGS && (flags & ACK) === 0) socket.write(frame(SETTINGS, ACK, 0, Buffer.alloc(0)))
        if (type === RST_STREAM || type === GOAWAY) exchange.isReset = true
        if (type === HEADERS) exchange.status = statusIn(payload)
        if (type === HEADERS || type === RST_STREAM || type === GOAWAY) resolve()
      }
    })
  })
  socket.on('error', () => socket.destroy())
  await once(socket, 'secureConnect')
  socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
  socket.write(frame(SETTINGS, 0, 0, Buffer.alloc(0)))
  socket.write(frame(HEADERS, END_HEADERS | (body === null ? END_STREAM : 0), 1, encoded(headers)))
  if (body !== null) socket.write(frame(DATA, END_STREAM, 1, Buffer.from(body, 'latin1')))
  await Promise.race([ended, delay(QUIET_MS)])
  try {
    await meanwhile()
  } finally {
    socket.destroy()
  }
  return exchange
}

/** The static table has the common statuses (RFC 7541, appendix A); others are literal, perhaps with Huffman coding. */
const indexed: Record<number, number> = { 136: 200, 137: 204, 138: 206, 139: 304, 140: 400, 141: 404, 142: 500 }
const statusIn = (payload: Buffer): number => indexed[payload[0] ?? 0] ?? 0
