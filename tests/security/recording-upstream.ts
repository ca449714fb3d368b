import { createServer, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { responseScripts } from './gateway-response-corpus.ts'

export interface RecordedRequest {
  /** Method, target and version. */
  line: string
  headers: string[]
  body: string
}

export interface RecordingUpstream {
  port: number
  requests: RecordedRequest[]
  /** Received bytes that are not a valid request. */
  malformed: string[]
  /** Closes all connections, as a server does after an idle timeout. */
  dropIdle(): void
  stop(): Promise<void>
}

export interface UpstreamHabits {
  /**
   * Treats every head as a whole request, as programs do that expect no body with this method: the body is then parsed
   * as the next request.
   */
  ignoresBodies?: boolean
}

/** Starts a plain TCP server that records the exact requests it receives, and responds with their data. */
export async function startRecordingUpstream({
  ignoresBodies = false,
}: UpstreamHabits = {}): Promise<RecordingUpstream> {
  const requests: RecordedRequest[] = []
  const malformed: string[] = []
  const sockets = new Set<Socket>()

  const server = createServer((socket) => {
    sockets.add(socket)
    let received = ''
    let isRaw = false
    let turn = Promise.resolve()
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (data) => {
      if (isRaw) return void socket.write(data)
      received += data.toString('latin1')
      for (;;) {
        const read = readRequest(received, ignoresBodies)
        if (read === 'incomplete') return
        if (read === 'malformed') {
          malformed.push(received)
          return void socket.destroy()
        }
        // A server that ignores bodies still closes on `Connection: close`, and then reads nothing more.
        const isEarly = read.request.line.startsWith('POST /early ')
        const isLast = isEarly || (ignoresBodies && headerOf(read.request, 'connection')[0] === 'close')
        received = isLast ? '' : read.rest
        if (isLast) socket.removeAllListeners('data').resume()
        requests.push(read.request)
        isRaw = read.request.line.startsWith('GET /agree ')
        turn = turn.then(() => respond(socket, read.request))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    requests,
    malformed,
    dropIdle: () => {
      // Like a real server, it reads nothing more from a closed connection.
      for (const socket of sockets) socket.removeAllListeners('data').resume().end()
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export const headerOf = ({ headers }: RecordedRequest, name: string): string[] =>
  headers
    .filter((header) => header.toLowerCase().startsWith(`${name}:`))
    .map((header) => header.slice(name.length + 1).trim())

type Read = 'incomplete' | 'malformed' | { request: RecordedRequest; rest: string }

function readRequest(received: string, ignoresBodies: boolean): Read {
  if (received === '') return 'incomplete'
  const end = received.indexOf('\r\n\r\n')
  if (!/^[A-Z]{1,20}( |$)/.test(received.slice(0, 20).replace(/ .*/s, ' '))) return 'malformed'
  if (end < 0) return 'incomplete'
  const [line = '', ...headers] = received.slice(0, end).split('\r\n')
  const request = { line, headers, body: '' }
  if (!/^[A-Z]+ [\x21-\x7e\x80-\xff]+ HTTP\/1\.1$/.test(line)) return 'malformed'
  if (headers.some((header) => !/^[!#$%&'*+.^_`|~0-9a-z-]+: ?[\t\x20-\x7e\x80-\xff]*$/i.test(header)))
    return 'malformed'
  const after = received.slice(end + 4)
  if (line.startsWith('POST /early ')) return { request, rest: '' }
  if (ignoresBodies) return { request, rest: after }
  const lengths = headerOf(request, 'content-length')
  const encodings = headerOf(request, 'transfer-encoding')
  if (lengths.length + encodings.length > 1) return 'malformed'
  if (encodings.length > 0) return readChunks(request, after)
  const length = Number(lengths[0] ?? 0)
  if (after.length < length) return 'incomplete'
  return { request: { ...request, body: after.slice(0, length) }, rest: after.slice(length) }
}

function readChunks(request: RecordedRequest, received: string): Read {
  let body = ''
  for (let at = 0; ; ) {
    const lineEnd = received.indexOf('\r\n', at)
    if (lineEnd < 0) return 'incomplete'
    const size = received.slice(at, lineEnd)
    if (!/^[0-9a-f]{1,8}$/i.test(size)) return 'malformed'
    const length = Number.parseInt(size, 16)
    const dataEnd = lineEnd + 2 + length
    if (received.length < dataEnd + 2) return 'incomplete'
    if (received.slice(dataEnd, dataEnd + 2) !== '\r\n') return 'malformed'
    body += received.slice(lineEnd + 2, dataEnd)
    at = dataEnd + 2
    if (length === 0) return { request: { ...request, body }, rest: received.slice(at) }
  }
}

/** Responds with the request's target and cookie, so that a visitor can recognise the response to its own request. */
async function respond(socket: Socket, request: RecordedRequest): Promise<void> {
  const [method = '', target = ''] = request.line.split(' ')
  const script = responseScripts.get(target.slice(1))
  if (script) {
    for (const part of script.parts) {
      if (socket.destroyed) return
      socket.write(part, 'latin1')
      await nextTurn()
    }
    if (script.closes) socket.end()
    return
  }
  if (target === '/agree') {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    return
  }
  const body = JSON.stringify({ method, target, cookie: headerOf(request, 'cookie'), host: headerOf(request, 'host') })
  const closes = headerOf(request, 'connection')[0] === 'close'
  const connection = closes ? 'close' : 'keep-alive'
  const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: ${connection}\r\nContent-Length: ${body.length}\r\n\r\n`
  socket.write(method === 'HEAD' ? head : head + body)
  if (closes) socket.end()
}
