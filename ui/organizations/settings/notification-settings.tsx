import { type NotificationCategory, notificationCategories } from '../../../src/contract/wire/organization.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { selectMailPreferences } from '../../../src/notifications/mail-preferences.ts'
import { useConsole } from '../../hooks/use-console.tsx'
import { useBlocked } from '../../hooks/use-membership.ts'
import { useOrganization } from '../../hooks/use-organization.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { Switch } from '../../parts/choices/switch.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { SkeletonRows } from '../../parts/waiting/skeleton-rows.tsx'

const labels: Record<NotificationCategory, { label: string; hint: string }> = {
  members: { label: 'Members', hint: 'A member joins, leaves or is removed.' },
  security: { label: 'Security', hint: 'Changes to role permissions, visibility and API tokens.' },
}

/** The e-mail notifications of owners and administrators. */
export const NotificationSettings = () => {
  const { bus, newId } = useConsole()
  const organization = useOrganization()
  const blocked = useBlocked('organization.write')
  const id = organization?._id
  const { data, retry } = useQuery('readNotificationConfig', id ? { id } : null)
  const pending = useSelected(selectMailPreferences(id ?? ''), [id])
  const chosen = pending ?? lastLoaded(data)?.value.notificationCategories ?? null
  const change = (category: NotificationCategory, on: boolean) => {
    if (!id || !chosen || blocked !== undefined) return
    const categories = notificationCategories.filter((known) => (known === category ? on : chosen.includes(known)))
    bus.send({ type: 'ui/mailPreferencesChosen', organizationId: id, categories, requestId: newId() })
  }
  return (
    <Card title="E-mail to owners and administrators">
      <Stack>
        <Remote
          data={data}
          retry={retry}
          title="The preferences could not be loaded"
          value={chosen}
          loading={<SkeletonRows rows={2} columns={1} />}
        >
          {(categories) =>
            notificationCategories.map((category) => (
              <Switch
                key={category}
                {...labels[category]}
                checked={categories.includes(category)}
                aria-disabled={blocked !== undefined}
                onChange={(event) => change(category, event.target.checked)}
              />
            ))
          }
        </Remote>
      </Stack>
    </Card>
  )
}
