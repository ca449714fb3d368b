import { EMPTY, map, type Observable, switchMap } from 'rxjs'
import type { Messages } from '../../src/core/messages.ts'
import type { World } from '../../src/core/world.ts'
import type { Message } from '../../src/message.ts'

/** The wallets of this browser, while a view shows them. */
export const foundWallets = (messages: Messages<Message>, { wallets }: Pick<World, 'wallets'>): Observable<Message> =>
  messages.of('ui/walletsWanted', 'ui/walletsLeft').pipe(
    switchMap(({ type }) => (type === 'ui/walletsWanted' ? wallets.found$ : EMPTY)),
    map((found): Message => ({ type: 'wallet/found', wallets: found })),
  )
