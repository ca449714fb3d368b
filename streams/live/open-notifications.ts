import { EventStreamContentType, fetchEventSource } from '@microsoft/fetch-event-source'
import { defer, filter, map, Observable, of, Subject, switchMap, take, timeout, timer } from 'rxjs'
import * as v from 'valibot'
import { notification } from '../../src/contract/wire/notification.ts'
import type { Report } from '../../src/core/actor.ts'
import type { World } from '../../src/core/world.ts'
import { tokenClaims } from '../../src/rules/token-claims.ts'
import type { LeaderMessage } from './channel-message.ts'
import { retryWithBackoff, type Waiting } from './retry-with-backoff.ts'

/** Streams notifications after the last one that this tab has seen, or from now on if it has seen none. */
export type OpenNotifications = (token: () => string, lastSeen: () => number | null) => Observable<LeaderMessage>

type Needs = Waiting & Pick<World, 'network' | 'serverNow'>

/** The server sends heartbeats more often; a connection that is silent for this long is dead. */
const SILENT_MS = 20_000
const TOKEN_POLL_MS = 250
/** A renewal that takes longer may have failed; the server's 401 then starts another. */
const RENEWAL_MS = 10_000

/** Opens the server-sent event stream. It reconnects automatically; errors are only reported. */
export const openNotifications =
  (url: string, world: Needs, report: Report): OpenNotifications =>
  (token, lastSeen) =>
    unexpiredToken(token, world).pipe(
      switchMap((given) => connect(url, world, report, given, lastSeen())),
      retryWithBackoff('streams/notifications', world, report),
    )

/** Waits for the renewal of an expired token: browsers log the 401 that it would get as an error. */
const unexpiredToken = (token: () => string, { serverNow, scheduler }: Needs): Observable<string> => {
  const isExpired = () => (tokenClaims(token())?.expiresAtMs ?? Infinity) <= serverNow()
  return defer(() =>
    isExpired()
      ? timer(TOKEN_POLL_MS, TOKEN_POLL_MS, scheduler).pipe(
          filter(() => !isExpired()),
          take(1),
          timeout({ first: RENEWAL_MS, with: () => of(null), scheduler }),
        )
      : of(null),
  ).pipe(map(token))
}

const connect = (url: string, world: Needs, report: Report, given: string, last: number | null) =>
  new Observable<LeaderMessage>((subscriber) => {
    const abort = new AbortController()
    const signs$ = new Subject<void>()
    const silence = signs$.pipe(switchMap(() => timer(SILENT_MS, world.scheduler))).subscribe(() => {
      subscriber.error(new Error('The notification stream was silent for too long.'))
    })
    signs$.next()
    fetchEventSource(withSession(url, given), {
      signal: abort.signal,
      openWhenHidden: true,
      fetch: (input, init) => world.network.fetch(new Request(input as string, init)),
      headers: { authorization: `Bearer ${given}`, ...(last !== null && { 'last-event-id': String(last) }) },
      onopen: async (response) => {
        if (response.status === 401) subscriber.next({ kind: 'sessionRejected', token: given })
        if (!response.headers.get('content-type')?.startsWith(EventStreamContentType)) {
          throw new Error(`The notification stream has the wrong content type (status ${response.status}).`)
        }
      },
      onmessage: ({ id, data }) => {
        signs$.next()
        if (data === '') {
          // The start position: the next stream resumes there, even if no notification arrives before.
          if (/^\d+$/.test(id)) subscriber.next({ kind: 'alive', lastNotified: Number(id) })
          return
        }
        const event = read(data)
        if (event) subscriber.next(event)
        else report('streams/notifications', new Error('A notification could not be parsed.'))
      },
      onclose: () => {
        throw new Error('The notification stream was closed.')
      },
      onerror: (error) => {
        // Rethrowing disables the library's own retries; `retryWithBackoff` handles them.
        throw error
      },
    }).catch((error: unknown) => subscriber.error(error))
    return () => {
      silence.unsubscribe()
      abort.abort()
    }
  })

/** Names the session, so that notifications that are addressed to other sessions are left out. */
const withSession = (url: string, token: string): string => {
  const sessionId = tokenClaims(token)?.sessionId
  return sessionId === undefined ? url : `${url}?${new URLSearchParams({ sessionId })}`
}

const read = (data: string): LeaderMessage | null => {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), notification), data)
  return parsed.success ? { kind: 'notified', notification: parsed.output } : null
}
