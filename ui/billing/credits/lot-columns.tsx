import { Link } from 'react-router-dom'
import type { CreditLot } from '../../../src/contract/wire/money/credit.ts'
import { Badge } from '../../parts/state/badge.tsx'
import type { Column } from '../../parts/tables/column.ts'
import { Price } from '../../parts/text/price.tsx'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import { Text } from '../../parts/text/text.tsx'
import { lotLabel, lotStates } from './credit-labels.ts'

export const lotColumns: Column<CreditLot>[] = [
  { id: 'source', title: 'Source', isRowHeader: true, cell: lotLabel },
  {
    id: 'left',
    title: 'Left',
    align: 'end',
    cell: (lot) => (
      <>
        <Link to={`entries?lot=${lot._id}`} aria-label={`Entries of ${lotLabel(lot)}`}>
          <Price micros={lot.remaining} decimals={4} />
        </Link>
        <Text size="sm" tone="muted">
          of <Price micros={lot.granted} />
        </Text>
      </>
    ),
  },
  {
    id: 'expires',
    title: 'Expires',
    cell: ({ expiresAt }) => (expiresAt === null ? 'Never' : <RelativeTime at={expiresAt} />),
  },
  {
    id: 'scope',
    title: 'For',
    cell: ({ project }) => (project === null ? 'Everything' : (project.name ?? 'A deleted project')),
  },
  {
    id: 'state',
    title: 'State',
    cell: ({ state }) => <Badge tone={lotStates[state].tone}>{lotStates[state].label}</Badge>,
  },
]
