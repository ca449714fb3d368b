import { Boxes, Eye, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { VariableGroup } from '../../src/contract/wire/project/variable-group.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { useBlocked } from '../hooks/use-membership.ts'
import { useMutation } from '../hooks/use-mutation.ts'
import { useQuery } from '../hooks/use-query.ts'
import { Button } from '../parts/actions/button.tsx'
import { IconButton } from '../parts/actions/icon-button.tsx'
import { Row } from '../parts/layout/row.tsx'
import { Confirm } from '../parts/overlay/confirm.tsx'
import { Text } from '../parts/text/text.tsx'
import { GroupUsersDialog } from './group-users-dialog.tsx'
import { GroupValuesDialog } from './group-values-dialog.tsx'
import css from './variable-groups.module.css'

type GroupRowProps = { group: VariableGroup; onEdit: () => void }

export const GroupRow = ({ group, onEdit }: GroupRowProps) => {
  const { _id, name, variables } = group
  const blocked = useBlocked('instances.write')
  const { data } = useQuery('readVariableGroupUsers', { id: _id })
  const [opened, setOpened] = useState<'users' | 'values' | 'delete' | null>(null)
  const { mutate, isRunning, failure } = useMutation('deleteVariableGroup')
  const users = lastLoaded(data)?.value.instances
  const outdated = users?.filter(({ isCurrent }) => !isCurrent).length ?? 0
  return (
    <li className={css.row}>
      <div className={css.facts}>
        <span className={css.name}>{name}</span>
        <Text size="sm" tone="muted">
          {variables.length === 0 ? 'No variables' : variables.map((variable) => variable.name).join(', ')}
        </Text>
      </div>
      <Row gap={2} wrap>
        {users && users.length > 0 && (
          <Button size="small" icon={<Boxes />} onClick={() => setOpened('users')}>
            {outdated > 0 ? `${outdated} of ${users.length} to redeploy` : usedBy(users.length)}
          </Button>
        )}
        {blocked === undefined && (
          <>
            {variables.length > 0 && (
              <IconButton label={`Show values of ${name}`} icon={<Eye />} onClick={() => setOpened('values')} />
            )}
            <IconButton label={`Edit ${name}`} icon={<Pencil />} onClick={onEdit} />
            <IconButton label={`Delete ${name}`} icon={<Trash2 />} onClick={() => setOpened('delete')} />
          </>
        )}
      </Row>
      {opened === 'users' && users && <GroupUsersDialog name={name} users={users} onClose={() => setOpened(null)} />}
      {opened === 'values' && <GroupValuesDialog group={group} onClose={() => setOpened(null)} />}
      {opened === 'delete' && (
        <Confirm
          title={`Delete ${name}?`}
          confirmLabel="Delete group"
          busy={isRunning}
          failure={failure}
          failureTitle="The group could not be deleted"
          hindrance={
            users !== undefined &&
            users.length > 0 && {
              title: 'The group is in use',
              text: `${users.map((user) => user.name).join(', ')} ${users.length === 1 ? 'includes' : 'include'} it. Remove it there first.`,
            }
          }
          onConfirm={() => mutate({ id: _id })}
          onClose={() => setOpened(null)}
        >
          Its variables cannot be restored.
        </Confirm>
      )}
    </li>
  )
}

const usedBy = (count: number): string => (count === 1 ? 'Used by 1 instance' : `Used by ${count} instances`)
