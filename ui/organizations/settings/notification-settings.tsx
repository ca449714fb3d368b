import { type NotificationCategory, notificationCategories } from '../../../src/contract/wire/organization.ts'
import { failureWords } from '../../../src/core/failure.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { useBlocked } from '../../app/permissions/use-blocked.ts'
import { useAsk } from '../../app/use-ask.ts'
import { useRead } from '../../app/use-read.ts'
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
  const organization = useOrganization()
  const blocked = useBlocked('organization.write')
  const { ask, isRunning } = useAsk('saveNotificationConfig')
  const id = organization?._id
  const { data, retry } = useRead('readNotificationConfig', id ? { id } : null)
  const chosen = lastLoaded(data)?.value.notificationCategories
  const change = (category: NotificationCategory, on: boolean) => {
    if (!id || !chosen || isRunning || blocked !== undefined) return
    const newNotificationCategories = notificationCategories.filter((known) =>
      known === category ? on : chosen.includes(known),
    )
    ask({ id, newNotificationCategories })
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
