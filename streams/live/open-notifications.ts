import { EventStreamContentType, fetchEventSource } from '@microsoft/fetch-event-source'
import { Observable, retry, Subject, switchMap, timer } from 'rxjs'
import * as v from 'valibot'
import { notification } from '../../src/contract/wire/notification.ts'
import type { Report } from '../../src/core/actor.ts'
import type { World } from '../../src/core/world.ts'
import type { LiveSaid } from './live-said.ts'

/** Notifications after the last one that this tab saw; from now on when it saw none. */
export type OpenNotifications = (token: string, lastSeen: () => number | null) => Observable<LiveSaid>

type Needs = Pick<World, 'scheduler' | 'random' | 'network'>

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000
/** The server says that it is there more often than that: a connection that is silent for so long is dead. */
const SILENT_MS = 20_000

/** The server-sent stream. It comes back after 1 s, 2 s, 4 s … 30 s; errors are only reported. */
export const openNotifications =
  (url: string, world: Needs, report: Report): OpenNotifications =>
  (token, lastSeen) =>
    new Observable<LiveSaid>((subscriber) => {
      const abort = new AbortController()
      const last = lastSeen()
      const signs$ = new Subject<void>()
      const silence = signs$.pipe(switchMap(() => timer(SILENT_MS, world.scheduler))).subscribe(() => {
        subscriber.error(new Error('The notification stream fell silent.'))
      })
      signs$.next()
      fetchEventSource(url, {
        signal: abort.signal,
        openWhenHidden: true,
        fetch: (input, init) => world.network.fetch(new Request(input as string, init)),
        headers: { authorization: `Bearer ${token}`, ...(last !== null && { 'last-event-id': String(last) }) },
        onopen: async (response) => {
          if (!response.headers.get('content-type')?.startsWith(EventStreamContentType)) {
            throw new Error(`The notification stream has the wrong content type (status ${response.status}).`)
          }
        },
        onmessage: ({ data }) => {
          signs$.next()
          if (data === '') return
          const said = read(data)
          if (said) subscriber.next(said)
          else report('streams/notifications', new Error('A notification could not be read.'))
        },
        onclose: () => {
          throw new Error('The notification stream was closed.')
        },
        onerror: (error) => {
          // The library's own waiting is off: waiting is decided below.
          throw error
        },
      }).catch((error: unknown) => subscriber.error(error))
      return () => {
        silence.unsubscribe()
        abort.abort()
      }
    }).pipe(
      retry({
        resetOnSuccess: true,
        delay: (error, attempt) => {
          report('streams/notifications', error)
          const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS)
          return timer(attempt === 1 ? waitMs : waitMs * (1 + world.random() * 0.2), world.scheduler)
        },
      }),
    )

const read = (data: string): LiveSaid | null => {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), notification), data)
  return parsed.success ? { kind: 'notified', notification: parsed.output } : null
}
