import { EMPTY, type Observable } from 'rxjs'
import { VISITORS } from '../../src/live/live-audience.ts'
import { liveMessages, type StreamMessage } from './live-messages.ts'
import { openNotifications } from './open-notifications.ts'
import { type LiveNeeds, sharedLive } from './shared-live.ts'
import { openSocketIo } from './socket-io.ts'

type AudienceNeeds = Omit<LiveNeeds, 'openSocket' | 'openNotifications'> & {
  /** With a trailing slash. */
  apiBase: string
}

/** Emits live updates for a session or for visitors, who get no notifications. Its code is loaded on demand. */
export const liveOfAudience = ({ apiBase, ...needs }: AudienceNeeds): Observable<StreamMessage> => {
  const { world, report, audience } = needs
  return liveMessages(
    sharedLive({
      ...needs,
      openSocket: openSocketIo(world, report),
      openNotifications:
        audience === VISITORS ? () => EMPTY : openNotifications(`${apiBase}user-notification`, world, report),
    }),
    world,
    report,
  )
}
