import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { ProjectId } from '../../../src/contract/wire/common.ts'
import type { CostPart, CostReport } from '../../../src/contract/wire/money/cost.ts'
import { chartedCosts, partName } from '../../../src/costs/part-name.ts'
import { type BarSeries, StepBars, Swatch } from '../../parts/charts/step-bars.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import type { Column } from '../../parts/tables/column.ts'
import { DataTable } from '../../parts/tables/data-table.tsx'
import { microsText } from '../../parts/text/micros-text.ts'
import { Text, TwoLines } from '../../parts/text/text.tsx'
import css from './costs.module.css'
import { stepsOf } from './step-label.ts'

/** As many as there are colours that are told apart at a glance. */
const MAX_SHOWN = 6
const OTHERS = 'Others'

type CostBreakdownProps = {
  report: CostReport
  username: string
  isTable: boolean
  /** The address of a report on one project; undefined if this is one already, or divided otherwise. */
  toProject: ((id: ProjectId) => string) | undefined
}

/** A chart of costs over time, or the same as a table, and the parts that they are the sum of. */
export const CostBreakdown = ({ report, username, isTable, toProject }: CostBreakdownProps) => {
  const { parts, others } = report
  const steps = useMemo(() => stepsOf(report), [report])
  const series = useMemo((): BarSeries[] => {
    const { shown, rest } = chartedCosts(parts, others.costs, MAX_SHOWN)
    const named = shown.map((part, colour) => ({ label: partName(part).name, values: part.costs, colour }))
    return rest.some((micros) => micros > 0) ? [...named, { label: OTHERS, values: rest }] : named
  }, [parts, others])
  return (
    <Stack gap={4}>
      <div className={css.chart}>
        {isTable ? (
          <StepTable steps={steps.filter(({ start }) => start < report.to)} series={series} />
        ) : (
          <StepBars
            label={summaryOf(report)}
            steps={steps}
            series={series}
            valueText={(micros, scale) => microsText(micros, decimalsFor(scale))}
          />
        )}
      </div>
      <PartTable report={report} username={username} toProject={toProject} />
    </Stack>
  )
}

/** As many as tell small amounts apart. */
const decimalsFor = (micros: number) => (micros >= 1_000_000 ? 2 : micros >= 10_000 ? 4 : 6)

const summaryOf = ({ totalMicros, parts }: CostReport): string =>
  `Costs: ${[`${microsText(totalMicros)} together`, ...parts.slice(0, MAX_SHOWN).map((part) => `${partName(part).name} ${microsText(part.totalMicros)}`)].join('; ')}`

type StepRow = { start: string; label: string; place: number }

const StepTable = ({ steps, series }: { steps: ReturnType<typeof stepsOf>; series: readonly BarSeries[] }) => {
  const columns: Column<StepRow>[] = [
    { id: 'start', title: 'From', isRowHeader: true, cell: ({ label }) => label },
    ...series.map(
      ({ label, values }, at): Column<StepRow> => ({
        id: String(at),
        title: label,
        align: 'end',
        cell: ({ place }) => microsText(values[place] ?? 0, 4),
      }),
    ),
  ]
  const rows = steps.map((step, place) => ({ ...step, place })).toReversed()
  return (
    <DataTable caption="Costs over time" columns={columns} rows={rows} rowKey={({ start }) => start} virtual="table" />
  )
}

type PartRow = { key: string; part: CostPart | null; name: string; of: string; totalMicros: number; colour?: number }

type PartTableProps = Pick<CostBreakdownProps, 'report' | 'username' | 'toProject'>

const PartTable = ({ report: { parts, others, totalMicros: sum }, username, toProject }: PartTableProps) => {
  const rows: PartRow[] = parts.map((part, place) => ({
    key: part.key,
    part,
    ...partName(part),
    totalMicros: part.totalMicros,
    ...(place < MAX_SHOWN && { colour: place }),
  }))
  if (others.count > 0)
    rows.push({ key: '', part: null, name: `${others.count} others`, of: '', totalMicros: others.totalMicros })
  const columns: Column<PartRow>[] = [
    {
      id: 'name',
      title: 'Name',
      isRowHeader: true,
      cell: (row) => (
        <TwoLines>
          <span>
            <Swatch {...row} />
            <PartLink row={row} username={username} toProject={toProject} />
          </span>
          {row.of && (
            <Text as="span" size="xs" tone="muted">
              {row.of}
            </Text>
          )}
        </TwoLines>
      ),
      sortBy: ({ name }) => name,
    },
    {
      id: 'share',
      title: 'Share',
      align: 'end',
      cell: ({ totalMicros }) => `${((100 * totalMicros) / sum).toFixed(1)} %`,
    },
    {
      id: 'cost',
      title: 'Cost',
      align: 'end',
      cell: ({ totalMicros }) => microsText(totalMicros, 4),
      sortBy: ({ totalMicros }) => totalMicros,
    },
  ]
  return <DataTable caption="Costs by part" columns={columns} rows={rows} rowKey={({ key }) => key} />
}

const PartLink = ({ row: { part, name }, username, toProject }: Omit<PartTableProps, 'report'> & { row: PartRow }) => {
  const project = part?.project
  if (project && toProject) return <Link to={toProject(project._id)}>{name}</Link>
  if (project && part?.instance?.name)
    return <Link to={`/${username}/${project._id}/${part.instance._id}`}>{name}</Link>
  return name
}
