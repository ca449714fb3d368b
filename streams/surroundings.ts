import { map, type Observable } from 'rxjs'
import type { World } from '../src/core/world.ts'
import type { Message } from '../src/message.ts'

/** Emits changes of the network state. */
export const online = ({ network, scheduler }: Pick<World, 'network' | 'scheduler'>): Observable<Message> =>
  network.online$.pipe(map((online) => ({ type: 'socket/onlineChanged', online, atMs: scheduler.now() })))

export const systemTheme = ({ page }: Pick<World, 'page'>): Observable<Message> =>
  page.prefersDark$.pipe(map((dark) => ({ type: 'storage/darkPreferred', dark })))

export const addresses = ({ location }: Pick<World, 'location'>): Observable<Message> =>
  location.changed$.pipe(
    map(() => {
      const { path, query } = location.read()
      return { type: 'location/changed', path, query }
    }),
  )
