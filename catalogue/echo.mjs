import { createHash } from 'node:crypto'
import { createServer } from 'node:http'

const port = Number(process.env.PORT ?? 8080)
const host = process.env.HOST ?? '0.0.0.0'
const handshakeKey = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const maxMessageBytes = 16 * 1024 * 1024
const closeCode = 8
const pingCode = 9
const pongCode = 10

const server = createServer((request, response) => {
  // A visitor who disconnects during a body must not end the program.
  respond(request, response).catch(() => response.destroy())
})

async function respond(request, response) {
  const body = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > maxMessageBytes) return response.writeHead(413).end('Too large.\n')
    body.push(chunk)
  }
  console.log(`${request.method} ${request.url} (${bytes} bytes)`)
  const echo = {
    method: request.method,
    path: request.url,
    headers: request.headers,
    body: Buffer.concat(body).toString(),
  }
  response
    .writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
    .end(`${JSON.stringify(echo, null, 2)}\n`)
}

server.on('upgrade', (request, socket) => {
  const key = request.headers['sec-websocket-key']
  if (request.headers.upgrade?.toLowerCase() !== 'websocket' || !key) {
    socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
    return
  }
  const accept = createHash('sha1')
    .update(key + handshakeKey)
    .digest('base64')
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  )
  console.log(`WebSocket opened at ${request.url}`)
  echoFrames(socket)
})

/** Echoes every frame with its own opcode, unmasked; a fragmented message therefore returns fragmented. */
function echoFrames(socket) {
  let waiting = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    waiting = Buffer.concat([waiting, chunk])
    for (let frame = readFrame(waiting); frame; frame = readFrame(waiting)) {
      waiting = waiting.subarray(frame.bytes)
      const kind = frame.code === pingCode ? pongCode : frame.code
      socket.write(writeFrame(frame.isLast, kind, frame.payload))
      if (frame.code === closeCode) socket.end()
    }
    if (waiting.length > maxMessageBytes) socket.destroy()
  })
  socket.on('error', () => {})
  socket.on('close', () => console.log('WebSocket closed'))
}

function readFrame(bytes) {
  if (bytes.length < 2) return undefined
  const short = bytes[1] & 0x7f
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0
  const maskAt = 2 + lengthBytes
  const isMasked = (bytes[1] & 0x80) !== 0
  const payloadAt = maskAt + (isMasked ? 4 : 0)
  if (bytes.length < payloadAt) return undefined
  const length =
    lengthBytes === 2 ? bytes.readUInt16BE(2) : lengthBytes === 8 ? Number(bytes.readBigUInt64BE(2)) : short
  if (bytes.length < payloadAt + length) return undefined
  const payload = Buffer.from(bytes.subarray(payloadAt, payloadAt + length))
  if (isMasked) for (let at = 0; at < length; at += 1) payload[at] ^= bytes[maskAt + (at % 4)]
  return { isLast: (bytes[0] & 0x80) !== 0, code: bytes[0] & 0x0f, payload, bytes: payloadAt + length }
}

function writeFrame(isLast, code, payload) {
  const first = (isLast ? 0x80 : 0) | code
  if (payload.length < 126) return Buffer.concat([Buffer.from([first, payload.length]), payload])
  const header = Buffer.alloc(payload.length < 65_536 ? 4 : 10)
  header[0] = first
  if (header.length === 4) {
    header[1] = 126
    header.writeUInt16BE(payload.length, 2)
  } else {
    header[1] = 127
    header.writeBigUInt64BE(BigInt(payload.length), 2)
  }
  return Buffer.concat([header, payload])
}

server.listen(port, host, () => console.log(`echo: listening on port ${port}`))

process.on('SIGTERM', () => {
  console.log('Stopping on request')
  process.exit(0)
})
