import { once } from 'node:events'
import { request } from 'node:http'
import type { Duplex } from 'node:stream'

export interface EchoSocket {
  /** Sends a short text, and resolves with the one that comes back. */
  echo(text: string): Promise<string>
  close(): void
}

/** Opens a WebSocket to the echo image. */
export async function openEcho(port: number, host: string): Promise<EchoSocket> {
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
  return {
    async echo(text) {
      socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]))
      const [frame] = (await once(socket, 'data')) as [Buffer]
      return frame.toString('utf8', 2)
    },
    close: () => socket.destroy(),
  }
}
