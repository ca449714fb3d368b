import { EMPTY, map, type Observable, switchMap } from 'rxjs'
import type { Report } from '../../src/core/actor.ts'
import type { Messages } from '../../src/core/messages.ts'
import type { World } from '../../src/core/world.ts'
import type { Message } from '../../src/message.ts'
import { retryWithBackoff } from '../live/retry-with-backoff.ts'

type Needs = Pick<World, 'wallets' | 'scheduler' | 'random'>

/** Emits the wallets of this browser while a view shows them; retries if their code failed to load. */
export const foundWallets = (messages: Messages<Message>, world: Needs, report: Report): Observable<Message> =>
  messages.of('ui/walletsRequested', 'ui/walletsLeft').pipe(
    switchMap(({ type }) =>
      type === 'ui/walletsRequested'
        ? world.wallets.found$.pipe(retryWithBackoff('streams/wallets', world, report))
        : EMPTY,
    ),
    map((found): Message => ({ type: 'wallet/found', wallets: found })),
  )
