import { map, merge } from 'rxjs'
import { TABS_CHANNEL, type TabSaid } from '../../src/session/storage-keys.ts'
import { act } from '../act.ts'
import type { Effect } from '../deps.ts'

/** What was read here is read in every tab. */
export const tellRead: Effect = (messages, { world }) =>
  merge(
    messages.of('api/markNotificationRead.answered').pipe(map(({ input, answer }) => ({ id: input.id, ...answer }))),
    messages.of('api/markAllNotificationsRead.answered').pipe(map(({ answer }) => ({ id: null, ...answer }))),
  ).pipe(
    act((read) => {
      const said: TabSaid = { kind: 'notificationsRead', ...read }
      world.channel(TABS_CHANNEL).say(said)
    }),
  )
