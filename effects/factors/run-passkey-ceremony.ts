import { catchError, concat, defer, filter, groupBy, merge, mergeMap, of, switchMap, takeUntil } from 'rxjs'
import { PasskeyError } from '../../src/core/world.ts'
import { userChanges } from '../../src/session/session-message.ts'
import type { Effect } from '../deps.ts'
import { passkeyFlows } from './passkey-flows.ts'

/**
 * Gets the server's challenge, has the browser sign it and sends the signature. Uses run side by side, because adding a
 * passkey can ask for a step-up with another one. The last press of a use wins.
 */
export const runPasskeyCeremony: Effect<'passkey/ended'> = (messages, deps) =>
  messages.of('ui/passkeyPressed').pipe(
    groupBy(({ use }) => use),
    mergeMap((presses$) =>
      presses$.pipe(
        switchMap(({ use }) =>
          concat(
            defer(() => passkeyFlows[use](deps)),
            of({ type: 'passkey/ended' as const, use, error: null }),
          ).pipe(
            catchError((error: unknown) => {
              if (error instanceof PasskeyError) return of({ type: 'passkey/ended' as const, use, error: error.kind })
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
