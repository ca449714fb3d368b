import { once } from 'node:events'
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { PacketSink } from './topic-reader.ts'
import type { Packet } from './topic-source.ts'

/** Clients believe a stream dead that says nothing for 20 s. */
const KEEP_ALIVE_MS = 8000
/** A reader that is full for so many keep-alives, a minute, is let go: it comes back, and goes on after its last event. */
const MOST_MISSED = 8
/** How long the last bytes may take to leave. */
const GRACE_MS = 2000

/** An answer as server-sent events. What waits for a slow reader is one batch: while it does, nothing is added. */
export interface EventStream extends PacketSink {
  /** Aborted when the stream is over, whoever ended it. */
  readonly over: AbortSignal
  begin(headers: OutgoingHttpHeaders, firstChunk: string): void
  end(): void
}

/** Watches the connection from the moment it is made, so that one that is lost before it begins is known to be over. */
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
    // While somebody does not read what was written before, the end never leaves.
    const grace = setTimeout(() => raw.destroy(), graceMs)
    raw.once('close', () => clearTimeout(grace))
  }

  const stayAlive = () => {
    if (!raw.writableNeedDrain) return write(': still here\n\n')
    missed += 1
    if (missed >= MOST_MISSED) end()
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
