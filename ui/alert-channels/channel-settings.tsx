import { Plus } from 'lucide-react'
import { useState } from 'react'
import { alertChannelsOf, selectAlertChannels } from '../../src/alert-channels/alert-channels-of.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { useMembership } from '../hooks/use-membership.ts'
import { useOrganization } from '../hooks/use-organization.ts'
import { useQuery } from '../hooks/use-query.ts'
import { useSelected } from '../hooks/use-selected.ts'
import { useUrlQuery } from '../hooks/use-url-query.ts'
import { Card } from '../parts/layout/card.tsx'
import { Stack } from '../parts/layout/stack.tsx'
import { Banner } from '../parts/state/banner.tsx'
import { EmptyState } from '../parts/waiting/empty-state.tsx'
import { Remote } from '../parts/waiting/remote.tsx'
import { SkeletonRows } from '../parts/waiting/skeleton-rows.tsx'
import { MayButton } from '../shell/permissions/may-button.tsx'
import { MaySee } from '../shell/permissions/may-see.tsx'
import css from './alert-channels.module.css'
import { ChannelDeliveries } from './channel-deliveries.tsx'
import { ChannelDialog } from './channel-dialog.tsx'
import { ChannelRow } from './channel-row.tsx'

/** The channels to which alerts are sent, and the deliveries of one of them. */
export const ChannelSettings = () => {
  const organization = useOrganization()
  const { role } = useMembership()
  if (!organization) return null
  if (role === null) return <Banner title="Only members of this organisation see its alert channels" />
  return (
    <MaySee may="instances.read" what="alert channels">
      <OfOrganization key={organization._id} id={organization._id} />
    </MaySee>
  )
}

const OfOrganization = ({ id }: { id: OrganizationId }) => {
  const { data, retry } = useQuery('readAlertChannels', { id })
  const known = useSelected(selectAlertChannels)
  const { query } = useUrlQuery()
  const [isAdding, setAdding] = useState(false)
  const channels = lastLoaded(data) ? alertChannelsOf(known, id) : null
  const opened = channels?.find(({ _id }) => _id === query.get('channel'))
  const add = (
    <MayButton may="instances.write" variant="primary" icon={<Plus />} onClick={() => setAdding(true)}>
      Add channel
    </MayButton>
  )
  return (
    <Stack>
      <Card
        title="Alert channels"
        text="Alerts are sent to these addresses, besides the notifications of members."
        padded={false}
        actions={channels !== null && channels.length > 0 && add}
      >
        <Remote
          data={data}
          retry={retry}
          title="The channels could not be loaded"
          value={channels}
          loading={<SkeletonRows columns={3} />}
        >
          {(shown) =>
            shown.length === 0 ? (
              <EmptyState
                title="No channels"
                text="Add a signed webhook, or a webhook of Slack, Discord or Teams, to send alerts there."
                actions={add}
              />
            ) : (
              <ul className={css.list} aria-label="Alert channels">
                {shown.map((channel) => (
                  <ChannelRow key={channel._id} channel={channel} />
                ))}
              </ul>
            )
          }
        </Remote>
      </Card>
      {opened && <ChannelDeliveries key={opened._id} channel={opened} />}
      {isAdding && <ChannelDialog organizationId={id} channel={null} onClose={() => setAdding(false)} />}
    </Stack>
  )
}
