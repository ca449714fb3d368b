import type { Deployment, Instance } from '../../../src/contract/wire/compute.ts'
import { Badge } from '../../parts/state/badge.tsx'
import { StatusMark } from '../../parts/state/status-mark.tsx'
import type { Column } from '../../parts/tables/column.ts'
import { ListLabel } from '../../parts/tables/list-label.tsx'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import { Text, TwoLines } from '../../parts/text/text.tsx'
import { DeploymentMenu } from './deployment-menu.tsx'
import { reasonText } from './deployment-reasons.ts'

export const deploymentColumns = (
  instance: Instance,
  authorOf: (deployment: Deployment) => string,
): Column<Deployment>[] => [
  {
    id: 'number',
    widthPercent: 18,
    title: 'Deployment',
    isRowHeader: true,
    sortBy: ({ number }) => number,
    cell: ({ _id, number }) => (
      <>
        <ListLabel>Deployment</ListLabel> {number}{' '}
        {_id === instance.activeDeployment && <Badge tone="good">Serving</Badge>}
      </>
    ),
  },
  {
    id: 'status',
    widthPercent: 18,
    title: 'Status',
    cell: ({ status }) => <StatusMark status={status} />,
  },
  {
    id: 'reason',
    widthPercent: 26,
    title: 'Reason',
    cell: (deployment) => (
      <TwoLines>
        <div>{reasonText(deployment)}</div>
        {deployment.error && (
          <Text as="div" size="sm" tone="bad">
            {deployment.error.message}
          </Text>
        )}
      </TwoLines>
    ),
  },
  { id: 'author', widthPercent: 18, title: 'Author', cell: authorOf },
  {
    id: 'created',
    widthPercent: 12,
    title: 'Age',
    align: 'end',
    sortBy: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
  {
    id: 'actions',
    widthPercent: 8,
    title: 'Actions',
    titleHidden: true,
    align: 'end',
    cell: (deployment) => <DeploymentMenu instance={instance} deployment={deployment} />,
  },
]
