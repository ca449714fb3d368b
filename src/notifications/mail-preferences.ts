import type { CallMessage } from '../contract/call-message.ts'
import type { NotificationCategory } from '../contract/wire/organization.ts'
import { slice } from '../core/slice.ts'
import { forgetWithPerson, type SessionMessage } from '../session/session-message.ts'
import type { NotificationMessage } from './notification-message.ts'

/** What an organisation's managers want to be told of by mail, by organisation, until the server has answered the last press. */
export type MailPreferences = Record<string, { ask: string; categories: readonly NotificationCategory[] }>

type Heard = CallMessage | NotificationMessage | SessionMessage

const settle = (
  draft: MailPreferences,
  { input: { id }, ask }: { input: { id: string }; ask: string | null },
): undefined => {
  if (draft[id]?.ask === ask) delete draft[id]
}

export const mailPreferences = slice<MailPreferences, Heard>(
  {},
  {
    'ui/mailPreferencesChosen': (draft, { organizationId, categories, ask }) => {
      draft[organizationId] = { ask, categories: [...categories] }
    },
    'api/saveNotificationConfig.answered': settle,
    'api/saveNotificationConfig.failed': settle,
    ...forgetWithPerson<MailPreferences>(() => ({})),
  },
)

export const selectMailPreferences =
  (organizationId: string) =>
  (state: { mailPreferences: MailPreferences }): readonly NotificationCategory[] | null =>
    state.mailPreferences[organizationId]?.categories ?? null
