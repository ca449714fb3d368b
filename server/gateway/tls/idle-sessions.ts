import type { Http2Server, Http2Session } from 'node:http2'

/** Ends sessions on which nothing was sent for this time, except where a request waits for its response. */
export function endIdleSessions(server: Http2Server, idleMs: number): void {
  const openStreams = new WeakMap<Http2Session, number>()
  const count = (session: Http2Session, change: number) =>
    openStreams.set(session, (openStreams.get(session) ?? 0) + change)

  server.on('stream', (stream) => {
    const { session } = stream
    if (!session) return
    count(session, 1)
    stream.once('close', () => count(session, -1))
  })
  server.setTimeout(idleMs, (session) => {
    if (!openStreams.get(session)) session.destroy()
    // Node says so once for each session.
    else session.setTimeout(idleMs, () => server.emit('timeout', session))
  })
}
