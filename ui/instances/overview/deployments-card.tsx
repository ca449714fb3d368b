import type { Deployment, Instance } from '../../../src/contract/wire/compute.ts'
import { useIsVisitor } from '../../hooks/use-organization.ts'
import { LinkButton } from '../../parts/actions/link-button.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { statusAppearances } from '../../parts/state/status-appearances.ts'
import { StatusMark } from '../../parts/state/status-mark.tsx'
import type { Column } from '../../parts/tables/column.ts'
import { DataTable } from '../../parts/tables/data-table.tsx'
import { ListLabel } from '../../parts/tables/list-label.tsx'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import { exactTimeText } from '../../parts/text/time-text.ts'

const columns: Column<Deployment>[] = [
  {
    id: 'number',
    title: 'Deployment',
    isRowHeader: true,
    cell: ({ number }) => (
      <>
        <ListLabel>Deployment</ListLabel> {number}
      </>
    ),
  },
  { id: 'status', title: 'Status', cell: ({ status }) => <StatusMark status={status} /> },
  { id: 'image', title: 'Image', cell: ({ image }) => image },
  { id: 'created', title: 'Started', align: 'end', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  {
    id: 'ended',
    title: 'Ended',
    align: 'end',
    cell: ({ endedAt }) => (endedAt ? <RelativeTime at={endedAt} /> : '–'),
  },
]

/** More are on their own page. */
const MAX_DEPLOYMENTS = 5

/** The newest deployments; members can open their logs. */
export const DeploymentsCard = ({ instance }: { instance: Instance }) => {
  const isVisitor = useIsVisitor()
  return (
    <Card
      title="Deployments"
      padded={false}
      actions={
        !isVisitor && (
          <LinkButton size="small" to="deployments">
            All deployments
          </LinkButton>
        )
      }
    >
      <DataTable
        caption="Deployments"
        columns={columns}
        rows={instance.deployments.slice(0, MAX_DEPLOYMENTS)}
        rowKey={({ _id }) => _id}
        rowName={({ status, createdAt }) =>
          `${statusAppearances[status].label}, ${exactTimeText(Date.parse(createdAt))}`
        }
        {...(!isVisitor && { rowLink: logsOf })}
      />
    </Card>
  )
}

const logsOf = ({ _id }: Deployment): string => `logs/deployment-logs?deployment=${_id}`
