import { CircleStop, Trash2 } from 'lucide-react'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { Button } from '../../parts/actions/button.tsx'
import { RestoreFocus } from '../../parts/focus/restore-focus.tsx'
import { ActionBar, Row } from '../../parts/layout/row.tsx'
import { Text } from '../../parts/text/text.tsx'
import { MayButton } from '../../shell/permissions/may-button.tsx'

/** The most that one call accepts. */
const MAX_INSTANCES = 100

type BulkBarProps = { organizationId: OrganizationId; chosen: readonly Instance[]; onClear: () => void }

/** The actions on the selected instances. */
export const BulkBar = ({ organizationId, chosen, onClear }: BulkBarProps) => {
  const send = useSend()
  const open = (action: 'close' | 'delete', instances: readonly Instance[]) => () =>
    send({
      type: 'ui/modalOpened',
      modal: {
        kind: 'bulkAction',
        action,
        organizationId,
        instances: instances.map(({ _id, name }) => ({ id: _id, name })),
      },
    })
  const isTooMany = chosen.length > MAX_INSTANCES
  const closable = chosen.filter(({ desiredState }) => desiredState === 'active')
  return (
    <RestoreFocus>
      {chosen.length > 0 && (
        <ActionBar>
          <Text as="span">
            {chosen.length === 1 ? '1 instance selected' : `${chosen.length} instances selected`}
            {isTooMany && `. Select at most ${MAX_INSTANCES}.`}
          </Text>
          <Row wrap>
            <Button onClick={onClear}>Clear selection</Button>
            <MayButton
              may="instances.write"
              icon={<CircleStop />}
              disabled={closable.length === 0 || isTooMany}
              onClick={open('close', closable)}
            >
              Close
            </MayButton>
            <MayButton
              may="instances.write"
              variant="danger"
              icon={<Trash2 />}
              disabled={isTooMany}
              onClick={open('delete', chosen)}
            >
              Delete
            </MayButton>
          </Row>
        </ActionBar>
      )}
    </RestoreFocus>
  )
}
