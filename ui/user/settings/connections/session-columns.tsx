import type { Session } from '../../../../src/contract/wire/session.ts'
import { providerNames } from '../../../../src/rules/sign-in-providers.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { HiddenText } from '../../../parts/layout/hidden-text.tsx'
import { Row } from '../../../parts/layout/row.tsx'
import { Badge } from '../../../parts/state/badge.tsx'
import type { Column } from '../../../parts/tables/column.ts'
import { RelativeTime } from '../../../parts/text/relative-time.tsx'
import { Text, TwoLines } from '../../../parts/text/text.tsx'
import { placeColumn } from './place-column.tsx'

const kinds: Record<Session['kind'], string> = { browser: 'Browser', commandLine: 'Command line' }

export const sessionColumns = (onEnd: (id: string) => void): Column<Session>[] => [
  {
    id: 'device',
    title: 'Device',
    isRowHeader: true,
    cell: ({ device, kind, provider, byPasskey, current }) => (
      <TwoLines>
        <Row wrap align="center">
          <Text as="span" weight="medium">
            {device}
          </Text>
          {current && <Badge tone="good">This session</Badge>}
        </Row>
        <Text size="sm" tone="muted">
          {kinds[kind]}
          {provider && `, with ${providerNames[provider]}`}
          {byPasskey && ', with a passkey'}
        </Text>
      </TwoLines>
    ),
  },
  placeColumn,
  {
    id: 'seen',
    title: 'Last seen',
    // The server's time may be a minute old, and this session is in use.
    cell: ({ lastSeenAt, current }) => (current ? 'Now' : <RelativeTime at={lastSeenAt} />),
  },
  {
    id: 'actions',
    title: 'Actions',
    titleHidden: true,
    corner: false,
    ownLine: true,
    align: 'end',
    cell: ({ _id, device, current }) =>
      !current && (
        <Button size="small" variant="danger-quiet" onClick={() => onEnd(_id)}>
          Log out<HiddenText> {device}</HiddenText>
        </Button>
      ),
  },
]
