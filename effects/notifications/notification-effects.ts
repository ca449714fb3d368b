import { EMPTY, filter, map, merge, mergeMap, takeUntil, timeout, timer } from 'rxjs'
import { isFreshNotification } from '../../src/rules/fresh-notification.ts'
import { act, broadcastToTabs } from '../act.ts'
import type { Effect } from '../deps.ts'

/** Every tab receives a notification well within this time; a tab that waits longer leaves it to the others. */
const GIVE_UP_MS = 1000
const LOCK_HELD_MS = 5000

/** Shows a notification in one tab: the first to take its lock. */
export const showOnDesktop: Effect = (messages, { world }) =>
  messages.of('sse/notified').pipe(
    filter(({ notification, atMs }) => isFreshNotification(notification, atMs)),
    mergeMap(({ notification }) =>
      world.lock(`longshore-desktop ${notification._id}`, 'wait').pipe(
        timeout({ first: GIVE_UP_MS, with: () => EMPTY, scheduler: world.scheduler }),
        map(() => notification),
        takeUntil(timer(LOCK_HELD_MS, world.scheduler)),
      ),
    ),
    act(({ _id, title, message }) => world.desktop.show({ tag: _id, title, body: message })),
  )

/** Marks notifications as read in every tab. */
export const broadcastNotificationsRead: Effect = (messages, { world }) =>
  merge(
    messages
      .of('api/markNotificationRead.succeeded')
      .pipe(map(({ input, response }) => ({ id: input.id, ...response }))),
    messages.of('api/markAllNotificationsRead.succeeded').pipe(map(({ response }) => ({ id: null, ...response }))),
  ).pipe(act((read) => broadcastToTabs(world, { kind: 'notificationsRead', ...read })))
