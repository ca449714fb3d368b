import { KeyRound } from 'lucide-react'
import type { Passkey } from '../../../../src/contract/wire/factor.ts'
import { useSend } from '../../../hooks/use-console.tsx'
import { Button } from '../../../parts/actions/button.tsx'
import { HiddenText } from '../../../parts/layout/hidden-text.tsx'
import { IconListItem } from '../../../parts/layout/icon-list.tsx'
import { Row } from '../../../parts/layout/row.tsx'
import { Badge } from '../../../parts/state/badge.tsx'
import { RelativeTime } from '../../../parts/text/relative-time.tsx'
import { Text } from '../../../parts/text/text.tsx'

export const PasskeyLine = ({ passkey, isLast }: { passkey: Passkey; isLast: boolean }) => {
  const send = useSend()
  const { _id: id, name, synced, createdAt, lastUsedAt } = passkey
  return (
    <IconListItem
      icon={<KeyRound />}
      actions={
        <Row wrap justify="end">
          <Button
            size="small"
            onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'renamePasskey', passkeyId: id, name } })}
          >
            Rename<HiddenText> {name}</HiddenText>
          </Button>
          <Button
            size="small"
            variant="danger-quiet"
            onClick={() =>
              send({
                type: 'ui/modalOpened',
                modal: { kind: 'removeFactor', factor: { kind: 'passkey', id, name }, isLast },
              })
            }
          >
            Remove<HiddenText> {name}</HiddenText>
          </Button>
        </Row>
      }
    >
      <Row wrap align="center">
        <Text as="span" weight="medium">
          {name}
        </Text>
        {synced && <Badge>Synced</Badge>}
      </Row>
      <Text size="sm" tone="muted">
        Added <RelativeTime at={createdAt} />,{' '}
        {lastUsedAt === null ? (
          'never used'
        ) : (
          <>
            last used <RelativeTime at={lastUsedAt} />
          </>
        )}
      </Text>
    </IconListItem>
  )
}
