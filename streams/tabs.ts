import { filter, map, type Observable } from 'rxjs'
import * as v from 'valibot'
import type { World } from '../src/core/world.ts'
import type { Message } from '../src/message.ts'
import { TABS_CHANNEL, tabMessage } from '../src/session/tab-message.ts'

/** Emits messages from other tabs of this browser: sign-in, sign-out, theme, organisation, log display settings. */
export const tabs = (world: Pick<World, 'channel'>): Observable<Message> =>
  world.channel(TABS_CHANNEL).message$.pipe(
    map((message) => v.safeParse(tabMessage, message)),
    filter((read) => read.success),
    map(({ output }) => messageOf(output)),
  )

const messageOf = (message: v.InferOutput<typeof tabMessage>): Message => {
  switch (message.kind) {
    case 'login_successful':
    case 'signedup':
      return { type: 'tab/signedIn', token: message.token }
    case 'signInFailed':
      return { type: 'tab/signInFailed', code: message.code }
    case 'secondFactorNeeded':
      return { type: 'tab/secondFactorNeeded', signIn: message.signIn }
    case 'tokenRenewed':
      return { type: 'tab/tokenRenewed', token: message.token }
    case 'signedOut':
      return { type: 'tab/signedOut', ...(message.message !== undefined && { message: message.message }) }
    case 'loginConnected':
      return { type: 'tab/loginConnected', provider: message.provider }
    case 'connectionFailed':
      return { type: 'tab/connectionFailed', code: message.code }
    case 'notificationsRead': {
      const { id, unreadCount, sequence } = message
      return { type: 'tab/notificationsRead', id, unreadCount, sequence }
    }
    case 'themeChosen':
      return { type: 'tab/themeChosen', theme: message.theme }
    case 'organizationSelected':
      return { type: 'tab/organizationSelected', id: message.id }
    case 'logViewSettingsChanged':
      return { type: 'tab/logViewSettingsChanged', settings: message.settings }
  }
}
