import { catchError, concat, defer, filter, groupBy, merge, mergeMap, of, switchMap, takeUntil } from 'rxjs'
import { PasskeyFault } from '../../src/core/world.ts'
import type { Message } from '../../src/message.ts'
import { personChanges } from '../../src/session/session-message.ts'
import type { Effect } from '../deps.ts'
import { ways } from './passkey-ways.ts'

/**
 * Asks the server what is to be signed, the browser for the signature, and brings it to the server. Each use has its own
 * road: confirming that it is them comes up while a user adds a passkey. The last press of a use wins.
 */
export const askPasskey: Effect = (messages, deps) =>
  messages.of('ui/passkeyPressed').pipe(
    groupBy(({ use }) => use),
    mergeMap((presses$) =>
      presses$.pipe(
        switchMap(({ use }) =>
          concat(
            defer(() => ways[use](deps)),
            of<Message>({ type: 'passkey/ended', use, fault: null }),
          ).pipe(
            catchError((error: unknown) => {
              if (error instanceof PasskeyFault) return of<Message>({ type: 'passkey/ended', use, fault: error.kind })
              throw error
            }),
            takeUntil(
              merge(
                messages.of('ui/passkeyLeft').pipe(filter((left) => left.use === use)),
                messages.of(...personChanges),
              ),
            ),
          ),
        ),
      ),
    ),
  )
