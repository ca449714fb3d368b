import { once } from 'node:events'
import { request } from 'node:http'
import type { Duplex } from 'node:stream'

export interface WatchedSocket {
  /** How and when the other side closed it. */
  readonly end: { isGoingAway: boolean; atMs: number } | undefined
  close(): void
}

const goingAway = Buffer.from([0x88, 2, 0x03, 0xe9])

/** Opens a WebSocket and records its end. */
export async function openWebSocket(port: number, host: string): Promise<WatchedSocket> {
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
  let end: WatchedSocket['end']
  let last: Buffer = Buffer.alloc(0)
  socket.on('data', (bytes: Buffer) => {
    last = bytes
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    end ??= { isGoingAway: last.subarray(-goingAway.length).equals(goingAway), atMs: performance.now() }
  })
  return {
    get end() {
      return end
    },
    close: () => socket.destroy(),
  }
}
