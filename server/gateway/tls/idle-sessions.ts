import type { Http2Server, ServerHttp2Session } from 'node:http2'

/** Ends sessions on which nothing was sent for this time, except where a request waits for its response. */
export function endIdleSessions(server: Http2Server, idleMs: number): void {
  server.on('session', (session: ServerHttp2Session) => {
    let openStreams = 0
    session.on('stream', (stream) => {
      openStreams += 1
      stream.once('close', () => {
        openStreams -= 1
      })
    })
    const onTimeout = () => {
      if (openStreams === 0) session.destroy()
      // Node calls back once only.
      else session.setTimeout(idleMs, onTimeout)
    }
    session.setTimeout(idleMs, onTimeout)
  })
}
