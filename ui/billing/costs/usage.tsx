import { Download } from 'lucide-react'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { ResourceHours } from '../../../src/contract/wire/money/cost.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { resourceCsv } from '../../../src/costs/cost-csv.ts'
import { costPeriod, costRanges, costsView } from '../../../src/costs/cost-range.ts'
import { useOrganization } from '../../hooks/use-organization.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { useUrlQuery } from '../../hooks/use-url-query.ts'
import { Button } from '../../parts/actions/button.tsx'
import { saveText } from '../../parts/actions/save-text.ts'
import { ChartSkeleton } from '../../parts/charts/chart-skeleton.tsx'
import { StepBars } from '../../parts/charts/step-bars.tsx'
import { Select } from '../../parts/choices/select.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { Grid } from '../../parts/layout/grid.tsx'
import { Row } from '../../parts/layout/row.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { MaySee } from '../../shell/permissions/may-see.tsx'
import { stepsOf } from './step-label.ts'
import { useUtcHour } from './use-utc-hour.ts'

/** The billing tab with how much of each resource an organisation used. */
export const Usage = () => {
  const organization = useOrganization()
  return (
    organization && (
      <MaySee may="billing.read" what="the usage">
        <OfOrganization orgId={organization._id} />
      </MaySee>
    )
  )
}

const resources = [
  { key: 'cpu', title: 'Processor', unit: 'vCPU hours' },
  { key: 'memory', title: 'Memory', unit: 'GiB hours' },
  { key: 'storage', title: 'Storage', unit: 'GiB hours' },
  { key: 'gpu', title: 'GPU', unit: 'GPU hours' },
  { key: 'addresses', title: 'Addresses', unit: 'address hours' },
] as const

/** Three digits are enough to compare two bars. */
const figure = (value: number): string => {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return Number(value.toFixed(digits)).toLocaleString('en-GB')
}

const OfOrganization = ({ orgId }: { orgId: OrganizationId }) => {
  const { query, choose } = useUrlQuery()
  const { range } = costsView(query)
  const { data, retry } = useQuery('readResourceHours', { id: orgId, ...costPeriod(range, useUtcHour()) })
  const report = lastLoaded(data)?.value
  return (
    <Stack gap={4}>
      <Row wrap>
        <Select
          label="Time range"
          labelHidden
          options={costRanges}
          value={range}
          onChange={(next) => choose({ range: next === 'month' ? '' : next })}
        />
        <Button
          icon={<Download />}
          disabled={!report}
          onClick={() => report && saveText(resourceCsv(report), `usage-${range}.csv`, 'text/csv')}
        >
          CSV
        </Button>
      </Row>
      <Remote
        data={data}
        retry={retry}
        title="The usage could not be loaded"
        loading={
          <Card title="Processor">
            <ChartSkeleton />
          </Card>
        }
      >
        {(current: ResourceHours) => <Panels report={current} />}
      </Remote>
    </Stack>
  )
}

const Panels = ({ report }: { report: ResourceHours }) => {
  const steps = stepsOf(report)
  const used = resources.filter(({ key }) => report[key].some((hours) => hours > 0))
  if (used.length === 0)
    return (
      <Card>
        <EmptyState
          title="Nothing was used"
          text="Processor, memory, storage and addresses appear here once they are used."
        />
      </Card>
    )
  return (
    <Grid columns={2}>
      {used.map(({ key, title, unit }) => {
        const total = `${figure(report[key].reduce((sum, hours) => sum + hours, 0))} ${unit}`
        return (
          <Card key={key} title={title} text={total}>
            <StepBars
              label={`${title}: ${total} together`}
              steps={steps}
              series={[{ label: title, values: report[key], colour: 0 }]}
              valueText={(hours) => `${figure(hours)} ${unit}`}
            />
          </Card>
        )
      })}
    </Grid>
  )
}
