import { concatMap, groupBy, mergeMap, takeUntil } from 'rxjs'
import { personChanges } from '../../src/session/session-message.ts'
import { callOutcome } from '../call-outcome.ts'
import type { ConsoleEffect } from '../deps.ts'

/** Each press carries all that is wished, so that an organisation's are sent in order: the last one must be the last to arrive. */
export const saveMailPreferences: ConsoleEffect = (messages, deps) =>
  messages.of('ui/mailPreferencesChosen').pipe(
    groupBy(({ organizationId }) => organizationId),
    mergeMap((presses$) =>
      presses$.pipe(
        concatMap(({ organizationId, categories, ask }) =>
          callOutcome(
            deps,
            'saveNotificationConfig',
            { id: organizationId, newNotificationCategories: categories },
            ask,
            { idempotencyKey: ask },
          ).pipe(takeUntil(messages.of(...personChanges))),
        ),
      ),
    ),
  )
