import { map, merge } from 'rxjs'
import { act } from '../act.ts'
import type { Effect } from '../deps.ts'
import { tellTabs } from '../tell-tabs.ts'

/** What was read here is read in every tab. */
export const tellRead: Effect = (messages, { world }) =>
  merge(
    messages.of('api/markNotificationRead.answered').pipe(map(({ input, answer }) => ({ id: input.id, ...answer }))),
    messages.of('api/markAllNotificationsRead.answered').pipe(map(({ answer }) => ({ id: null, ...answer }))),
  ).pipe(
    act((read) => {
      tellTabs(world, { kind: 'notificationsRead', ...read })
    }),
  )
