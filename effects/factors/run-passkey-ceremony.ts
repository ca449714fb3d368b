import { catchError, concat, defer, filter, groupBy, merge, mergeMap, of, switchMap, takeUntil } from 'rxjs'
import { PasskeyError } from '../../src/core/world.ts'
import type { Message } from '../../src/message.ts'
import { userChanges } from '../../src/session/session-message.ts'
import type { Effect } from '../deps.ts'
import { passkeyFlows } from './passkey-flows.ts'

/**
 * Asks the server what is to be signed, the browser for the signature, and brings it to the server. Each use has its own
 * road: confirming that it is them comes up while a user adds a passkey. The last press of a use wins.
 */
export const runPasskeyCeremony: Effect = (messages, deps) =>
  messages.of('ui/passkeyPressed').pipe(
    groupBy(({ use }) => use),
    mergeMap((presses$) =>
      presses$.pipe(
        switchMap(({ use }) =>
          concat(
            defer(() => passkeyFlows[use](deps)),
            of<Message>({ type: 'passkey/ended', use, error: null }),
          ).pipe(
            catchError((error: unknown) => {
              if (error instanceof PasskeyError) return of<Message>({ type: 'passkey/ended', use, error: error.kind })
              throw error
            }),
            takeUntil(
              merge(
                messages.of('ui/passkeyLeft').pipe(filter((left) => left.use === use)),
                messages.of(...userChanges),
              ),
            ),
          ),
        ),
      ),
    ),
  )
