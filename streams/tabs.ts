import { filter, map, type Observable } from 'rxjs'
import * as v from 'valibot'
import type { World } from '../src/core/world.ts'
import type { Message } from '../src/message.ts'
import { TABS_CHANNEL, tabSaid } from '../src/session/storage-keys.ts'

/** What the other tabs of this browser tell: sign-in, sign-out, theme, organisation, the look of logs. */
export const tabs = (world: Pick<World, 'channel'>): Observable<Message> =>
  world.channel(TABS_CHANNEL).said$.pipe(
    map((said) => v.safeParse(tabSaid, said)),
    filter((read) => read.success),
    map(({ output }) => messageOf(output)),
  )

const messageOf = (said: v.InferOutput<typeof tabSaid>): Message => {
  switch (said.kind) {
    case 'login_successful':
    case 'signedup':
      return { type: 'tab/signedIn', token: said.token }
    case 'signInFailed':
      return { type: 'tab/signInFailed', code: said.code }
    case 'secondFactorNeeded':
      return { type: 'tab/secondFactorNeeded', signIn: said.signIn }
    case 'tokenRenewed':
      return { type: 'tab/tokenRenewed', token: said.token }
    case 'signedOut':
      return { type: 'tab/signedOut', ...(said.words !== undefined && { words: said.words }) }
    case 'loginConnected':
      return { type: 'tab/loginConnected', provider: said.provider }
    case 'connectionFailed':
      return { type: 'tab/connectionFailed', code: said.code }
    case 'notificationsRead': {
      const { id, unreadCount, sequence } = said
      return { type: 'tab/notificationsRead', id, unreadCount, sequence }
    }
    case 'themeChosen':
      return { type: 'tab/themeChosen', theme: said.theme }
    case 'organizationSelected':
      return { type: 'tab/organizationSelected', id: said.id }
    case 'logLookChosen':
      return { type: 'tab/logLookChosen', look: said.look }
  }
}
