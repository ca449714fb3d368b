import { once } from 'node:events'
import { request } from 'node:http'
import type { Duplex } from 'node:stream'

export interface RawWebSocket {
  /** How and when the other side closed it. */
  readonly end: { isGoingAway: boolean; atMs: number } | undefined
  /** Sends a text of less than 126 bytes to the echo image, and resolves with the one that comes back. */
  echo(text: string): Promise<string>
  close(): void
}

const goingAway = Buffer.from([0x88, 2, 0x03, 0xe9])

/** Upgrades a connection; resolves with its socket once the instance has accepted. */
export async function upgradeConnection(port: number, host: string): Promise<Duplex> {
  const sent = request({
    host: '127.0.0.1',
    port,
    headers: {
      host,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-key': Buffer.from('sixteen letters!').toString('base64'),
      'sec-websocket-version': '13',
    },
  })
  sent.end()
  const [, socket] = (await once(sent, 'upgrade')) as [unknown, Duplex]
  return socket
}

/** Opens a WebSocket and records its end. */
export async function openWebSocket(port: number, host: string): Promise<RawWebSocket> {
  const socket = await upgradeConnection(port, host)
  let end: RawWebSocket['end']
  let last: Buffer = Buffer.alloc(0)
  const closed = new AbortController()
  socket.on('data', (bytes: Buffer) => {
    last = bytes
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    end ??= { isGoingAway: last.subarray(-goingAway.length).equals(goingAway), atMs: performance.now() }
    closed.abort(new Error('The connection was closed.'))
  })
  return {
    get end() {
      return end
    },
    async echo(text) {
      socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]))
      const [frame] = (await once(socket, 'data', { signal: closed.signal })) as [Buffer]
      return frame.toString('utf8', 2)
    },
    close: () => socket.destroy(),
  }
}
