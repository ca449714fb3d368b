import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { request as requestOverTls, Agent as TlsAgent } from 'node:https'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { connect as connectOverTls } from 'node:tls'

export interface RawExchange {
  /** Everything received. */
  received: string
  /** True when the other side closed the connection. */
  closed: boolean
  /** Status of the first response that is not interim, if any. */
  status: number | undefined
}

/** How long to wait when nothing is received. */
const QUIET_MS = 250
const RESPONSE_TIMEOUT_MS = 10_000

/** A connection over TLS, for a name. */
export interface Secure {
  servername: string
  ca: string
}

/**
 * Writes bytes unchanged, and waits for a response or the end of the connection. Keeps the connection open during
 * `meanwhile`.
 */
export async function writeRaw(
  port: number,
  bytes: string,
  isDone: (received: string) => boolean,
  meanwhile: (exchange: RawExchange) => Promise<void>,
  quietMs = QUIET_MS,
  secure?: Secure,
): Promise<RawExchange> {
  const socket = secure ? connectOverTls({ host: '127.0.0.1', port, ...secure }) : connect(port, '127.0.0.1')
  const exchange: RawExchange = { received: '', closed: false, status: undefined }
  const changed = new Promise<void>((resolve) => {
    socket.on('data', (data) => {
      exchange.received += data.toString('latin1')
      exchange.status = statusOf(exchange.received)
      if (isDone(exchange.received)) resolve()
    })
    socket.on('close', () => {
      exchange.closed = true
      resolve()
    })
  })
  socket.on('error', () => socket.destroy())
  await once(socket, secure ? 'secureConnect' : 'connect')
  socket.write(bytes, 'latin1')
  await Promise.race([changed, delay(quietMs)])
  try {
    await meanwhile(exchange)
  } finally {
    socket.destroy()
  }
  return exchange
}

export const statusOf = (received: string): number | undefined => {
  const found = [...received.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, status]) => Number(status))
  return found.find((status) => status >= 200)
}

export interface Visit {
  status: number
  headers: NodeJS.Dict<string | string[]>
  body: string
}

/** An ordinary visitor with its own persistent connection. */
export class Visitor {
  readonly #agent: Agent
  readonly #secure: Secure | undefined
  readonly port: number
  readonly host: string

  constructor(port: number, host: string, secure?: Secure) {
    this.port = port
    this.host = host
    this.#secure = secure
    const kept = { keepAlive: true, maxSockets: 1 }
    this.#agent = secure ? new TlsAgent({ ...kept, ...secure }) : new Agent(kept)
  }

  get(path: string, headers: Record<string, string | string[]> = {}, method = 'GET'): Promise<Visit> {
    return new Promise((resolve, reject) => {
      const send = this.#secure ? requestOverTls : request
      const clientRequest = send(
        {
          host: '127.0.0.1',
          port: this.port,
          path,
          method,
          agent: this.#agent,
          headers: { host: this.host, ...headers },
        },
        (response) => {
          let body = ''
          response.setEncoding('latin1')
          response.on('data', (part: string) => {
            body += part
          })
          response.on('error', reject)
          response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
        },
      )
      clientRequest.on('error', reject)
      clientRequest.setTimeout(RESPONSE_TIMEOUT_MS, () => clientRequest.destroy(new Error('No response received')))
      clientRequest.end()
    })
  }

  disconnect(): void {
    this.#agent.destroy()
  }
}
