import { connect, createServer, type Socket } from 'node:net'
import { freePort } from '../../../bench/support/control-plane.ts'

/** A proxy between browsers and the control plane that can misbehave as real ones do. */
export interface TcpProxy {
  readonly url: string
  /** The number of open connections. */
  open(): number
  /** Breaks every connection at once. */
  cut(): void
  /** While frozen no data passes in either direction, and no connection is closed. */
  freeze(frozen: boolean): void
  /** Loses all data of WebSockets from now on. Resolves once the server has ended all of them. */
  blackhole(): Promise<void>
  stop(): Promise<void>
}

export interface ProxyOptions {
  /** Cuts a connection that has been idle for this long. */
  idleMs?: number
  /** Responds to every upgrade request with 403. */
  forbidsUpgrade?: boolean
  /**
   * Buffers this many bytes of the server’s output before it sends any; requests `connection: close` from the server.
   */
  holdsBytes?: number
  /** Buffers nothing of a response with `x-accel-buffering: no`. */
  honoursAccelBuffering?: boolean
  /** Receives everything that the server sends. */
  onData?: (data: Buffer) => void
}

/** Rewrites keep-alive to close, as proxies do that open a connection for each request. */
const asLast = (data: Buffer): Buffer =>
  Buffer.from(data.toString('latin1').replace(/^connection: *keep-alive\r$/im, 'connection: close\r'), 'latin1')

/** The first byte of a WebSocket’s close frame. */
const CLOSE_FRAME = 0x88

const FORBIDDEN = 'HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'

export const startTcpProxy = async (targetPort: number, options: ProxyOptions = {}): Promise<TcpProxy> => {
  const pairs = new Set<{ client: Socket; upstream: Socket }>()
  let frozen = false

  const attend = (client: Socket) => {
    const upstream = connect(targetPort, '127.0.0.1')
    const pair = { client, upstream }
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      socket.on('error', end)
      socket.on('close', end)
      if (options.idleMs !== undefined) socket.setTimeout(options.idleMs, end)
      if (frozen) socket.pause()
    }
    client.on('data', (data) => {
      upstream.setTimeout(options.idleMs ?? 0, end)
      if (options.forbidsUpgrade && /^upgrade: *websocket/im.test(data.toString('latin1'))) {
        client.end(FORBIDDEN)
        return
      }
      if (!upstream.write(options.holdsBytes === undefined ? data : asLast(data))) {
        client.pause()
        upstream.once('drain', () => frozen || client.resume())
      }
    })
    let held: Buffer[] = []
    let holdsBytes = options.holdsBytes ?? 0
    upstream.on('data', (data) => {
      client.setTimeout(options.idleMs ?? 0, end)
      options.onData?.(data)
      held.push(data)
      if (options.honoursAccelBuffering && /^x-accel-buffering: *no\r$/im.test(data.toString('latin1'))) holdsBytes = 0
      if (held.reduce((sum, { length }) => sum + length, 0) < holdsBytes) return
      const flowing = client.write(Buffer.concat(held))
      held = []
      if (flowing) return
      upstream.pause()
      client.once('drain', () => frozen || upstream.resume())
    })
    upstream.on('end', () => client.end(Buffer.concat(held)))
  }

  const server = createServer({ pauseOnConnect: false }, attend)
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const destroyAll = () => {
    for (const { client, upstream } of [...pairs]) {
      client.destroy()
      upstream.destroy()
    }
  }
  return {
    url: `http://localhost:${port}`,
    open: () => pairs.size,
    cut: destroyAll,
    freeze: (freeze) => {
      frozen = freeze
      for (const { client, upstream } of pairs) {
        for (const socket of [client, upstream]) freeze ? socket.pause() : socket.resume()
      }
    },
    blackhole: async () => {
      const closed = [...pairs].map(({ client, upstream }) => {
        for (const socket of [client, upstream])
          for (const event of ['data', 'end', 'close']) socket.removeAllListeners(event)
        client.resume()
        upstream.resume()
        return new Promise<void>((resolve) => {
          upstream.once('close', () => resolve())
          // It waits half a minute for the response to its close frame.
          upstream.on('data', (data) => data[0] === CLOSE_FRAME && resolve())
        })
      })
      await Promise.all(closed)
    },
    stop: async () => {
      destroyAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
