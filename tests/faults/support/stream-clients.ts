import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { connect } from 'node:net'
import { until } from '../../server/until.ts'

export interface Place {
  host: string
  port: number
}

export interface TcpVisitor {
  /** The first line that the server sent. */
  readonly greeting: string
  /** Sends a line and resolves with the next one; rejects once the connection is cut. */
  exchange(line: string): Promise<string>
  readonly isOpen: boolean
  close(): void
}

/** Connects to a server that greets with a line and responds to each line. */
export async function visitTcp({ host, port }: Place): Promise<TcpVisitor> {
  const socket = connect({ host, port }).setEncoding('utf8')
  const lines: string[] = []
  let rest = ''
  let isOpen = true
  let wake: () => void = () => undefined
  socket.on('error', () => socket.destroy())
  socket.on('data', (text) => {
    const parts = `${rest}${text}`.split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
    wake()
  })
  socket.on('close', () => {
    isOpen = false
    wake()
  })
  const next = async (): Promise<string> => {
    for (;;) {
      const line = lines.shift()
      if (line !== undefined) return line
      if (!isOpen) throw new Error('The connection was cut')
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  const greeting = await next()
  return {
    greeting,
    exchange(line) {
      socket.write(`${line}\n`)
      return next()
    },
    get isOpen() {
      return isOpen
    },
    close: () => socket.destroy(),
  }
}

/** Resolves with the greeting of a new connection; undefined if there is none. */
export async function greetingAt(place: Place): Promise<string | undefined> {
  try {
    const visitor = await visitTcp(place)
    visitor.close()
    return visitor.greeting
  } catch {
    return undefined
  }
}

export interface UdpVisitor {
  /** Repeats the datagram until there is a response, because datagrams may be lost. */
  exchange(text: string): Promise<string>
  close(): void
}

export function visitUdp({ host, port }: Place): UdpVisitor {
  const socket: UdpSocket = createSocket('udp4')
  const responses: string[] = []
  socket.on('error', () => undefined)
  socket.on('message', (bytes) => responses.push(String(bytes)))
  return {
    exchange: (text) =>
      until(async () => {
        const response = responses.find((each) => each.endsWith(text))
        if (response === undefined) socket.send(text, port, host)
        return response
      }, 30_000),
    close: () => socket.close(),
  }
}
