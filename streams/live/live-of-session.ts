import type { Observable } from 'rxjs'
import type { LiveMessage } from '../../src/live/live-message.ts'
import type { NotificationMessage } from '../../src/notifications/notification-message.ts'
import { liveMessages } from './live-messages.ts'
import { openNotifications } from './open-notifications.ts'
import { type LiveNeeds, sharedLive } from './shared-live.ts'
import { openSocketIo } from './socket-io.ts'

type SessionNeeds = Omit<LiveNeeds, 'openSocket' | 'openNotifications'> & {
  /** With a slash at its end. */
  apiBase: string
}

/** Everything live of one signed-in person. Its code is fetched when there is one. */
export const liveOfSession = ({ apiBase, ...needs }: SessionNeeds): Observable<LiveMessage | NotificationMessage> => {
  const { world, report } = needs
  return liveMessages(
    sharedLive({
      ...needs,
      openSocket: openSocketIo(world),
      openNotifications: openNotifications(`${apiBase}user-notification`, world, report),
    }),
    world,
    report,
  )
}
