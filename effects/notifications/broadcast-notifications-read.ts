import { map, merge } from 'rxjs'
import { act, broadcastToTabs } from '../act.ts'
import type { Effect } from '../deps.ts'

/** Marks notifications as read in every tab. */
export const broadcastNotificationsRead: Effect = (messages, { world }) =>
  merge(
    messages
      .of('api/markNotificationRead.succeeded')
      .pipe(map(({ input, response }) => ({ id: input.id, ...response }))),
    messages.of('api/markAllNotificationsRead.succeeded').pipe(map(({ response }) => ({ id: null, ...response }))),
  ).pipe(
    act((read) => {
      broadcastToTabs(world, { kind: 'notificationsRead', ...read })
    }),
  )
