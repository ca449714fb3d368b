import { type NotificationCategory, notificationCategories } from '../../../src/contract/wire/organization.ts'
import { failureWords } from '../../../src/core/failure.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { selectMailPreferences } from '../../../src/notifications/mail-preferences.ts'
import { useConsole } from '../../app/console-context.tsx'
import { useBlocked } from '../../app/permissions/use-blocked.ts'
import { useRead } from '../../app/use-read.ts'
import { useSelected } from '../../app/use-selected.ts'
import { Switch } from '../../parts/choices/switch.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import { FailedState } from '../../parts/waiting/failed-state.tsx'
import { SkeletonRows } from '../../parts/waiting/skeleton-rows.tsx'
import { useOrganization } from '../../projects/use-organization.ts'

const words: Record<NotificationCategory, { label: string; hint: string }> = {
  members: { label: 'Members', hint: 'Somebody joins, leaves or is taken out.' },
  security: { label: 'Security', hint: 'What roles may do, who can see the organisation, API tokens.' },
}

/** What owners and administrators are told of by mail. */
export const NotificationSettings = () => {
  const { bus, newId } = useConsole()
  const organization = useOrganization()
  const blocked = useBlocked('organization.write')
  const id = organization?._id
  const { data, retry } = useRead('readNotificationConfig', id ? { id } : null)
  const wished = useSelected(selectMailPreferences(id ?? ''), [id])
  const chosen = wished ?? lastLoaded(data)?.value.notificationCategories
  const change = (category: NotificationCategory, on: boolean) => {
    if (!id || !chosen || blocked !== undefined) return
    const categories = notificationCategories.filter((known) => (known === category ? on : chosen.includes(known)))
    bus.send({ type: 'ui/mailPreferencesChosen', organizationId: id, categories, ask: newId() })
  }
  return (
    <Card title="E-mail to owners and administrators">
      <Stack>
        {blocked !== undefined && <Banner>{blocked}</Banner>}
        {data.kind === 'failed' && (
          <FailedState
            inline={chosen !== undefined}
            title="The preferences could not be loaded"
            text={failureWords(data.failure)}
            onRetry={retry}
          />
        )}
        {chosen
          ? notificationCategories.map((category) => (
              <Switch
                key={category}
                {...words[category]}
                checked={chosen.includes(category)}
                aria-disabled={blocked !== undefined}
                onChange={(event) => change(category, event.target.checked)}
              />
            ))
          : data.kind !== 'failed' && <SkeletonRows rows={2} columns={1} />}
      </Stack>
    </Card>
  )
}
