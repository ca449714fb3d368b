import type { CallMessage } from '../contract/call-message.ts'
import type { NotificationCategory } from '../contract/wire/organization.ts'
import { slice } from '../core/slice.ts'
import { resetOnUserChange, type SessionMessage } from '../session/session-message.ts'
import type { NotificationMessage } from './notification-message.ts'

/** Optimistic mail categories by organisation, until the server has responded to the last change. */
export type MailPreferences = Record<string, { requestId: string; categories: readonly NotificationCategory[] }>

type HandledMessage = CallMessage | NotificationMessage | SessionMessage

const settle = (
  draft: MailPreferences,
  { input: { id }, requestId }: { input: { id: string }; requestId: string | null },
): undefined => {
  if (draft[id]?.requestId === requestId) delete draft[id]
}

export const mailPreferences = slice<MailPreferences, HandledMessage>(
  {},
  {
    'ui/mailPreferencesChosen': (draft, { organizationId, categories, requestId }) => {
      draft[organizationId] = { requestId, categories: [...categories] }
    },
    'api/saveNotificationConfig.succeeded': settle,
    'api/saveNotificationConfig.failed': settle,
    ...resetOnUserChange<MailPreferences>(() => ({})),
  },
)

export const selectMailPreferences =
  (organizationId: string) =>
  (state: { mailPreferences: MailPreferences }): readonly NotificationCategory[] | null =>
    state.mailPreferences[organizationId]?.categories ?? null
