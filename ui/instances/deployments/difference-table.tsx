import type { Difference } from '../../../src/rules/deployments/configuration-differences.ts'
import type { Column } from '../../parts/tables/column.ts'
import { DataTable } from '../../parts/tables/data-table.tsx'
import { Text, TwoLines } from '../../parts/text/text.tsx'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'

const value = (text: string | null) =>
  text === null ? (
    <Text as="span" tone="faint">
      Not set
    </Text>
  ) : (
    <Text as="span" mono size="sm">
      {text}
    </Text>
  )

type DifferenceTableProps = {
  caption: string
  differences: readonly Difference[]
  /** What the two columns show. */
  titles: { before: string; after: string }
}

/** The differences of two configurations, field by field. */
export const DifferenceTable = ({ caption, differences, titles }: DifferenceTableProps) => {
  const columns: Column<Difference>[] = [
    {
      id: 'field',
      title: 'Setting',
      widthPercent: 30,
      isRowHeader: true,
      cell: ({ service, field }) => (
        <TwoLines>
          <div>{field}</div>
          <Text as="div" size="sm" tone="muted">
            {service}
          </Text>
        </TwoLines>
      ),
    },
    { id: 'before', title: titles.before, widthPercent: 35, ownLine: true, cell: ({ before }) => value(before) },
    { id: 'after', title: titles.after, widthPercent: 35, ownLine: true, cell: ({ after }) => value(after) },
  ]
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={differences}
      rowKey={({ service, field }) => `${service} ${field}`}
      empty={<EmptyState title="No differences" text="Both have the same configuration." />}
    />
  )
}
