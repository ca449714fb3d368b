import * as v from 'valibot'
import type { Instance } from '../../../../src/contract/wire/compute.ts'
import { type JobId, jobId } from '../../../../src/contract/wire/jobs/job.ts'
import { lastLoaded } from '../../../../src/core/remote-data.ts'
import { useQuery } from '../../../hooks/use-query.ts'
import { usePageNumber, useUrlQuery } from '../../../hooks/use-url-query.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { Select } from '../../../parts/choices/select.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { Pagination } from '../../../parts/navigation/pagination.tsx'
import { DataTable } from '../../../parts/tables/data-table.tsx'
import { EmptyState } from '../../../parts/waiting/empty-state.tsx'
import { Remote } from '../../../parts/waiting/remote.tsx'
import { SkeletonRows } from '../../../parts/waiting/skeleton-rows.tsx'
import { runColumns } from './run-columns.tsx'

const PAGE_SIZE = 20
const ALL = 'all'

const jobIn = (query: URLSearchParams): JobId | undefined => {
  const read = v.safeParse(jobId, query.get('job'))
  return read.success ? read.output : undefined
}

/** The history of runs, newest first; `?job=` shows those of one job. */
export const RunsCard = ({ instance: { _id: id } }: { instance: Instance }) => {
  const { query, choose } = useUrlQuery()
  const { page, to } = usePageNumber()
  const job = jobIn(query)
  const { data, retry } = useQuery('readRuns', {
    id,
    skip: (page - 1) * PAGE_SIZE,
    limit: PAGE_SIZE,
    ...(job && { jobId: job }),
  })
  const jobs = lastLoaded(useQuery('readJobs', { id }).data)?.value.jobs ?? []
  const showAll = () => choose({ job: '', page: '' })
  const total = lastLoaded(data)?.value.totalCount ?? 0
  return (
    <Card
      title="Runs"
      padded={false}
      actions={
        (jobs.length > 0 || job) && (
          <Select
            label="Job"
            labelHidden
            neutral={ALL}
            value={job ?? ALL}
            onChange={(value) => choose({ job: value === ALL ? '' : value, page: '' })}
            options={[
              { value: ALL, label: 'All runs' },
              ...jobs.map(({ _id, name }) => ({ value: _id, label: name })),
              ...(job && !jobs.some(({ _id }) => _id === job) ? [{ value: job, label: 'A deleted job' }] : []),
            ]}
          />
        )
      }
      footer={total > PAGE_SIZE && <Pagination label="Runs" page={page} pageSize={PAGE_SIZE} total={total} to={to} />}
    >
      <Remote data={data} retry={retry} title="The runs could not be loaded" loading={<SkeletonRows columns={5} />}>
        {({ runs }) => (
          <DataTable
            caption="Runs"
            columns={runColumns}
            rows={runs}
            rowKey={({ _id }) => _id}
            rowName={({ command }) => command.join(' ')}
            rowLink={({ _id }) => `runs/${_id}`}
            empty={
              job || page > 1 ? (
                <EmptyState
                  title="No runs here"
                  text="This job has not run yet, or its runs are on another page."
                  actions={<Button onClick={showAll}>Show all runs</Button>}
                />
              ) : (
                <EmptyState
                  title="No runs yet"
                  text="Commands that you run and jobs that run by schedule appear here."
                />
              )
            }
          />
        )}
      </Remote>
    </Card>
  )
}
