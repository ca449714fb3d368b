import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import type { Drain } from '../../src/contract/wire/drains/drain.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { drainsOf, selectDrains } from '../../src/drains/drains-of.ts'
import { useBlocked } from '../hooks/use-membership.ts'
import { useOrganization } from '../hooks/use-organization.ts'
import { useQuery } from '../hooks/use-query.ts'
import { useSelected } from '../hooks/use-selected.ts'
import { useTitle } from '../hooks/use-title.ts'
import { Card } from '../parts/layout/card.tsx'
import { EmptyState } from '../parts/waiting/empty-state.tsx'
import { Remote } from '../parts/waiting/remote.tsx'
import { SkeletonRows } from '../parts/waiting/skeleton-rows.tsx'
import { useRefresh } from '../projects/dashboard/use-refresh.ts'
import { MayButton } from '../shell/permissions/may-button.tsx'
import { DrainDialog } from './drain-dialog.tsx'
import { DrainRow } from './drain-row.tsx'
import css from './drains.module.css'

const REFRESH_SECONDS = 5

/** The settings tab with an organisation's log drains. */
export const LogDrains = () => {
  const organization = useOrganization()
  const blocked = useBlocked('drains.read')
  useTitle('Log drains')
  if (!organization) return null
  if (blocked !== undefined)
    return (
      <Card title="Log drains">
        <EmptyState title="You cannot see the log drains" text={blocked} />
      </Card>
    )
  return <DrainsCard organizationId={organization._id} />
}

const DrainsCard = ({ organizationId }: { organizationId: OrganizationId }) => {
  const { data, retry } = useQuery('readDrains', { id: organizationId })
  const known = useSelected(selectDrains)
  const [edited, setEdited] = useState<Drain | 'new' | null>(null)
  useRefresh(REFRESH_SECONDS, retry)
  const loaded = lastLoaded(data)?.value
  const drains = loaded ? drainsOf(known, organizationId) : null
  const create = (
    <MayButton may="drains.write" variant="primary" size="small" icon={<Plus />} onClick={() => setEdited('new')}>
      New log drain
    </MayButton>
  )
  return (
    <Card
      title="Log drains"
      text="Send the log lines of your instances to a system of yours, as they are written."
      padded={false}
      actions={drains && drains.length > 0 && create}
    >
      <Remote
        data={data}
        retry={retry}
        title="The log drains could not be loaded"
        value={drains}
        loading={<SkeletonRows rows={3} />}
        empty={
          drains?.length === 0 && (
            <EmptyState
              title="No log drains"
              text="A log drain sends each line to an HTTP endpoint, Loki, a syslog server or an S3 bucket."
              actions={create}
            />
          )
        }
      >
        <ul className={css.list} aria-label="Log drains">
          {drains?.map((drain) => (
            <DrainRow
              key={drain._id}
              drain={drain}
              waiting={loaded?.waiting.find(({ drainId }) => drainId === drain._id)}
              onEdit={() => setEdited(drain)}
            />
          ))}
        </ul>
      </Remote>
      {edited !== null && (
        <DrainDialog
          key={edited === 'new' ? 'new' : edited._id}
          organizationId={organizationId}
          drain={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </Card>
  )
}
