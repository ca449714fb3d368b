import { concatMap, groupBy, mergeMap, startWith, switchMap } from 'rxjs'
import { userChanges } from '../../src/session/session-message.ts'
import { callOutcome } from '../calls/call-outcome.ts'
import type { ConsoleEffect } from '../deps.ts'

/**
 * Each press carries all that is wished, so that an organisation's are sent in order: the last one must be the last to
 * arrive. Those that wait end with the person who made them: they are not sent for the next one.
 */
export const saveMailPreferences: ConsoleEffect = (messages, deps) =>
  messages.of(...userChanges).pipe(
    startWith(null),
    switchMap(() =>
      messages.of('ui/mailPreferencesChosen').pipe(
        groupBy(({ organizationId }) => organizationId),
        mergeMap((presses$) =>
          presses$.pipe(
            concatMap(({ organizationId, categories, requestId }) =>
              callOutcome(
                deps,
                'saveNotificationConfig',
                { id: organizationId, newNotificationCategories: categories },
                requestId,
                { idempotencyKey: requestId },
              ),
            ),
          ),
        ),
      ),
    ),
  )
