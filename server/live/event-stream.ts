import { once } from 'node:events'
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { PacketSink } from './topic-reader.ts'
import type { Packet } from './topic-source.ts'

/** Clients treat a stream as dead after 20 s of silence. */
const KEEP_ALIVE_MS = 8000
/** A blocked client is disconnected after this many keep-alives (a minute). It reconnects after its last event. */
const MAX_MISSED = 8
/** How long the last bytes may take to be sent. */
const GRACE_MS = 2000

/** A response of server-sent events. At most one batch is buffered for a slow client. */
export interface EventStream extends PacketSink {
  /** Aborts when either end closes the stream. */
  readonly over: AbortSignal
  begin(headers: OutgoingHttpHeaders, firstChunk: string): void
  end(): void
}

/** Observes the connection from the start, so that a loss before `begin` aborts `over` too. */
export const eventStream = (
  raw: ServerResponse,
  { keepAliveMs = KEEP_ALIVE_MS, graceMs = GRACE_MS }: { keepAliveMs?: number; graceMs?: number } = {},
): EventStream => {
  const life = new AbortController()
  const over = life.signal
  let keepAlive: NodeJS.Timeout | undefined
  let missed = 0

  const write = (chunk: string) => {
    if (!over.aborted) raw.write(chunk)
  }

  const end = () => {
    if (over.aborted) return
    life.abort()
    clearInterval(keepAlive)
    if (raw.destroyed) return
    raw.end()
    // The end is never sent while the client does not read earlier output.
    const grace = setTimeout(() => raw.destroy(), graceMs)
    raw.once('close', () => clearTimeout(grace))
  }

  const stayAlive = () => {
    if (!raw.writableNeedDrain) return write(': still here\n\n')
    missed += 1
    if (missed >= MAX_MISSED) end()
  }

  raw.on('close', end)
  raw.on('error', end)
  raw.on('drain', () => {
    missed = 0
  })

  return {
    over,
    begin: (headers, firstChunk) => {
      raw.writeHead(200, {
        ...headers,
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
        connection: 'keep-alive',
      })
      write(firstChunk)
      keepAlive = setInterval(stayAlive, keepAliveMs)
    },
    end,
    send: (packets: Packet[]) =>
      write(packets.map((packet) => `id: ${packet.sequence}\ndata: ${JSON.stringify(packet)}\n\n`).join('')),
    ready: () => !raw.writableNeedDrain,
    whenReady: async () => {
      await once(raw, 'drain', { signal: over }).catch(() => {})
    },
    lagged: end,
  }
}
