import { request as ask, type IncomingMessage, type OutgoingHttpHeaders, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { pathOf } from './forwarded-headers.ts'

export interface ProxiedUpgrade {
  hostPort: number
  headers: OutgoingHttpHeaders
}

const ANSWER_MS = 30_000
const HALF_OPEN_MS = 2000

/** Passes an upgrade on (a WebSocket, most often) and then joins the two connections. */
export function proxyUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, proxied: ProxiedUpgrade): void {
  const headers = {
    ...proxied.headers,
    connection: 'Upgrade',
    upgrade: request.headers.upgrade,
  }
  const onward = ask({
    host: '127.0.0.1',
    port: proxied.hostPort,
    method: request.method,
    path: pathOf(request.url),
    headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
    setHost: false,
    timeout: ANSWER_MS,
  })
  const leave = () => onward.destroy()
  socket.on('error', leave)
  socket.on('close', leave)

  onward.on('upgrade', (answer, other, otherHead) => {
    onward.setTimeout(0)
    other.setTimeout(0)
    socket.write(headOf(answer))
    if (otherHead.length > 0) socket.write(otherHead)
    if (head.length > 0) other.write(head)
    join(socket, other)
    join(other, socket)
  })
  onward.on('response', (answer) => {
    socket.write(headOf(answer))
    answer.pipe(socket)
  })
  onward.on('timeout', leave)
  onward.on('error', () => refuseUpgrade(socket, 502))
  onward.end()
}

/** An answer to somebody who asked for an upgrade and will not get it. */
export function refuseUpgrade(socket: Duplex, status: number): void {
  if (socket.writable) {
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  }
}

/** Half of a connection is of no use to either side for long. */
function join(from: Duplex, to: Duplex): void {
  from.on('error', () => to.destroy())
  from.on('close', () => to.destroy())
  from.on('end', () => setTimeout(() => from.destroy(), HALF_OPEN_MS).unref())
  from.pipe(to)
}

/** The answer's own head, byte for byte in its names and order. */
function headOf(answer: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}`]
  for (let at = 0; at < answer.rawHeaders.length; at += 2) {
    lines.push(`${answer.rawHeaders[at]}: ${answer.rawHeaders[at + 1]}`)
  }
  return `${lines.join('\r\n')}\r\n\r\n`
}
