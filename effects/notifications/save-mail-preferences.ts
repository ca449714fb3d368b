import { concatMap, groupBy, mergeMap, startWith, switchMap } from 'rxjs'
import { userChanges } from '../../src/session/session-message.ts'
import { callOutcome } from '../calls/call-outcome.ts'
import type { ConsoleEffect } from '../deps.ts'

/**
 * Saves in order for each organisation, because every press carries all preferences and the last must win. Saves that wait
 * are dropped when the user changes.
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
                { id: organizationId, newNotificationCategories: [...categories] },
                requestId,
                { idempotencyKey: requestId },
              ),
            ),
          ),
        ),
      ),
    ),
  )
