import { exhaustMap, groupBy, mergeMap, takeUntil, timer } from 'rxjs'
import { callKey } from '../../src/calls/call-key.ts'
import { callNameOf, requestedTypes } from '../../src/calls/call-types.ts'
import { userChanges } from '../../src/session/session-message.ts'
import type { Effect } from '../deps.ts'
import { callOutcome } from './call-outcome.ts'

const FORGET_MS = 60_000

/** Ignores a request while the same one is in flight. Its id is the idempotency key. */
export const runMutations: Effect = (messages, deps) =>
  messages.of(...requestedTypes).pipe(
    groupBy(({ type, input }) => callKey(callNameOf(type), input), {
      duration: () => timer(FORGET_MS, deps.world.scheduler),
    }),
    mergeMap((presses$) =>
      presses$.pipe(
        exhaustMap(({ type, input, requestId }) =>
          callOutcome(deps, callNameOf(type), input, requestId, { idempotencyKey: requestId }).pipe(
            takeUntil(messages.of(...userChanges)),
          ),
        ),
      ),
    ),
  )
