import pg from 'pg'
import type { Log } from '../log.ts'

/** A notification's payload, or null if some may have been missed. */
export type NotificationPayload = string | null

const FIRST_WAIT_MS = 100
const MAX_WAIT_MS = 3000
/** Interval for detecting a connection that was lost silently (a cable, a firewall). */
const CHECK_MS = 15_000
const QUERY_TIMEOUT_MS = 5000

/** Keeps one connection for LISTEN. Reconnects by itself, and then calls every handler with null. */
export const createListener = ({ url, log }: { url: string; log: Log }) => {
  const handlers = new Map<string, Set<(payload: NotificationPayload) => void>>()
  let client: pg.Client | undefined
  let connecting = false
  let retry: NodeJS.Timeout | undefined
  let waitMs = FIRST_WAIT_MS
  let closed = false
  // A connection runs one query at a time.
  let turn: Promise<unknown> = Promise.resolve()

  const runQuery = (on: pg.Client, text: string): Promise<unknown> => {
    const result = turn.then(() => on.query(text))
    turn = result.catch(() => undefined)
    return result
  }

  const dispatch = (channel: string, payload: NotificationPayload) => {
    for (const handler of handlers.get(channel) ?? []) {
      try {
        handler(payload)
      } catch (error) {
        log.error({ err: error, channel }, 'a notification handler failed')
      }
    }
  }

  const onConnectionLost = (gone: pg.Client) => {
    if (client !== gone || closed) return
    client = undefined
    void gone.end().catch(() => undefined)
    scheduleReconnect()
  }

  const scheduleReconnect = () => {
    if (closed || retry) return
    retry = setTimeout(() => {
      retry = undefined
      void connect()
    }, waitMs)
    waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)
  }

  const connect = async () => {
    if (closed || client || connecting) return
    connecting = true
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 4000,
      query_timeout: QUERY_TIMEOUT_MS,
      application_name: 'longshore-listener',
    })
    next.on('error', () => onConnectionLost(next))
    next.on('end', () => onConnectionLost(next))
    next.on('notification', ({ channel, payload }) => dispatch(channel, payload ?? ''))
    try {
      await next.connect()
    } catch (error) {
      log.debug({ err: error }, 'the connection for LISTEN could not be opened')
      connecting = false
      await next.end().catch(() => undefined)
      scheduleReconnect()
      return
    }
    connecting = false
    if (closed) return void next.end().catch(() => undefined)
    client = next
    turn = Promise.resolve()
    waitMs = FIRST_WAIT_MS
    // Repeated for channels that were added while connecting; a second LISTEN has no effect.
    for (const channel of handlers.keys()) await startListening(channel)
  }

  const startListening = async (channel: string) => {
    const on = client
    if (!on) return connect()
    try {
      await runQuery(on, `listen ${pg.escapeIdentifier(channel)}`)
      dispatch(channel, null)
    } catch {
      onConnectionLost(on)
    }
  }

  const check = setInterval(() => {
    const on = client
    if (on) runQuery(on, 'select 1').catch(() => onConnectionLost(on))
  }, CHECK_MS)
  check.unref()

  return {
    listen: (channel: string, handler: (payload: NotificationPayload) => void) => {
      const known = handlers.get(channel)
      if (known) known.add(handler)
      else {
        handlers.set(channel, new Set([handler]))
        void startListening(channel)
      }
      return () => {
        handlers.get(channel)?.delete(handler)
      }
    },
    close: async () => {
      closed = true
      clearTimeout(retry)
      clearInterval(check)
      await client?.end().catch(() => undefined)
    },
  }
}
