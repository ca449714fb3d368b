import { Download } from 'lucide-react'
import { useState } from 'react'
import type { OrganizationId, ProjectId } from '../../../src/contract/wire/common.ts'
import type { CostReport } from '../../../src/contract/wire/money/cost.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { costCsv } from '../../../src/costs/cost-csv.ts'
import { type CostsView, costPeriod, costRanges, costsView } from '../../../src/costs/cost-range.ts'
import { useOrganization } from '../../hooks/use-organization.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { type QueryChange, useUrlQuery } from '../../hooks/use-url-query.ts'
import { Button } from '../../parts/actions/button.tsx'
import { saveText } from '../../parts/actions/save-text.ts'
import { ChartSkeleton } from '../../parts/charts/chart-skeleton.tsx'
import { Select } from '../../parts/choices/select.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { Row } from '../../parts/layout/row.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { priceText } from '../../parts/text/micros-text.ts'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { MaySee } from '../../shell/permissions/may-see.tsx'
import { CostBreakdown } from './cost-breakdown.tsx'
import { CostFigures } from './cost-figures.tsx'
import { useUtcHour } from './use-utc-hour.ts'

/** The billing tab with what an organisation costs, and what of. */
export const Costs = () => {
  const organization = useOrganization()
  return (
    organization && (
      <MaySee may="billing.read" what="the costs">
        <Stack gap={5}>
          <CostFigures orgId={organization._id} />
          <Report orgId={organization._id} username={organization.profile.username} />
        </Stack>
      </MaySee>
    )
  )
}

const divisions = [
  { value: 'project', label: 'By project' },
  { value: 'instance', label: 'By instance' },
  { value: 'service', label: 'By service' },
  { value: 'subject', label: 'By kind of usage' },
] as const

type ReportProps = { orgId: OrganizationId; username: string }

const Report = ({ orgId, username }: ReportProps) => {
  const { query, choose, to } = useUrlQuery()
  const view = costsView(query)
  const { range, by, project } = view
  const { data, retry } = useQuery('readCosts', {
    id: orgId,
    by,
    ...costPeriod(range, useUtcHour()),
    ...(project !== '' && { projectId: project as ProjectId }),
  })
  const report = lastLoaded(data)?.value
  const [isTable, setTable] = useState(false)
  const isEmpty = report?.totalMicros === 0
  return (
    <Card
      title={report ? `${rangeLabel(range)}: ${priceText(report.totalMicros, 4)}` : rangeLabel(range)}
      text={
        project === ''
          ? 'As it is charged. Days are those of UTC.'
          : `Only ${projectName(report)}. Days are those of UTC.`
      }
      padded={false}
      actions={
        <CostToolbar
          view={view}
          isTable={isTable}
          onTable={() => setTable(!isTable)}
          onChoose={choose}
          onSave={report && !isEmpty ? () => saveText(costCsv(report), `costs-${range}.csv`, 'text/csv') : undefined}
        />
      }
    >
      <Remote
        data={data}
        retry={retry}
        title="The costs could not be loaded"
        loading={<ChartSkeleton />}
        empty={
          isEmpty && (
            <EmptyState title="Nothing was used" text="What runs or is kept appears here with the cost of each day." />
          )
        }
      >
        {(current: CostReport) => (
          <CostBreakdown
            report={current}
            username={username}
            isTable={isTable}
            toProject={by === 'project' ? (id) => to({ project: id, by: 'instance' }) : undefined}
          />
        )}
      </Remote>
    </Card>
  )
}

const rangeLabel = (range: CostsView['range']): string => costRanges.find(({ value }) => value === range)?.label ?? ''

const projectName = (report: CostReport | undefined): string => {
  const name = report?.parts.find(({ project }) => project?.name)?.project?.name
  return name ? `project ${name}` : 'one project'
}

type CostToolbarProps = {
  view: CostsView
  isTable: boolean
  onTable: () => void
  onChoose: (change: QueryChange) => void
  /** Undefined while there is nothing to save. */
  onSave: (() => void) | undefined
}

/** Chooses what is shown. All of it is in the address. */
const CostToolbar = ({ view: { range, by, project }, isTable, onTable, onChoose, onSave }: CostToolbarProps) => (
  <Row wrap>
    <Select
      label="Time range"
      labelHidden
      options={costRanges}
      value={range}
      onChange={(next) => onChoose({ range: next === 'month' ? '' : next })}
    />
    <Select
      label="Divided"
      labelHidden
      options={divisions}
      value={by}
      onChange={(next) => onChoose({ by: next === 'project' ? '' : next })}
    />
    {project !== '' && (
      <Button onClick={() => onChoose({ project: '', by: '' })} size="small">
        All projects
      </Button>
    )}
    <Button size="small" variant="quiet" aria-pressed={isTable} onClick={onTable}>
      {isTable ? 'Chart' : 'Table'}
    </Button>
    <Button size="small" icon={<Download />} disabled={!onSave} onClick={onSave}>
      CSV
    </Button>
  </Row>
)
