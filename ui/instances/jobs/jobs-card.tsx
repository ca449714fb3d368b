import { CalendarPlus } from 'lucide-react'
import { useMemo } from 'react'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useQuery } from '../../hooks/use-query.ts'
import { Card } from '../../parts/layout/card.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { SkeletonRows } from '../../parts/waiting/skeleton-rows.tsx'
import { MayButton } from '../../shell/permissions/may-button.tsx'
import { jobColumns } from './job-columns.tsx'

export const JobsCard = ({ instance }: { instance: Instance }) => {
  const send = useSend()
  const { data, retry } = useQuery('readJobs', { id: instance._id })
  const columns = useMemo(() => jobColumns(instance), [instance])
  const create = () => send({ type: 'ui/modalOpened', modal: { kind: 'createJob', id: instance._id } })
  const createButton = (variant: 'primary' | 'secondary') => (
    <MayButton
      may="instances.write"
      size="small"
      variant={variant}
      icon={<CalendarPlus />}
      disabled={instance.desiredState === 'deleted'}
      onClick={create}
    >
      Create job
    </MayButton>
  )
  const hasJobs = (lastLoaded(data)?.value.jobs.length ?? 0) > 0
  return (
    <Card title="Scheduled jobs" padded={false} actions={hasJobs && createButton('secondary')}>
      <Remote
        data={data}
        retry={retry}
        title="The jobs could not be loaded"
        loading={<SkeletonRows rows={5} columns={5} />}
      >
        {({ jobs }) => (
          <DataTable
            caption="Scheduled jobs"
            columns={columns}
            rows={jobs}
            rowKey={({ _id }) => _id}
            rowName={({ name }) => name}
            rowLink={({ _id }) => `?job=${_id}`}
            empty={
              <EmptyState
                title="No scheduled jobs"
                text="A job runs a command by a schedule: a backup every night, a report every Monday."
                actions={createButton('primary')}
              />
            }
          />
        )}
      </Remote>
    </Card>
  )
}
