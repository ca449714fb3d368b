import { CircleStop, FolderInput, Trash2 } from 'lucide-react'
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

type BulkBarProps = {
  organizationId: OrganizationId
  chosen: readonly Instance[]
  /** How many instances the list has, loaded or not. */
  count: number
  onClear: () => void
}

/** The actions on the selected instances. */
export const BulkBar = ({ organizationId, chosen, count, onClear }: BulkBarProps) => {
  const send = useSend()
  const open = (action: 'close' | 'delete' | 'move', instances: readonly Instance[]) => () =>
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
            {selectionText(chosen.length, count)}
            {isTooMany && ` Select at most ${MAX_INSTANCES}.`}
          </Text>
          <Row wrap>
            <Button onClick={onClear}>Clear selection</Button>
            <MayButton may="instances.write" icon={<FolderInput />} disabled={isTooMany} onClick={open('move', chosen)}>
              Move
            </MayButton>
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

/** Rows that were never on screen are not loaded, and so never selected. */
const selectionText = (chosen: number, count: number): string => {
  const selected = chosen === 1 ? '1 instance selected' : `${chosen} instances selected`
  return chosen < count ? `${selected}, of ${count.toLocaleString('en-GB')}.` : `${selected}.`
}
