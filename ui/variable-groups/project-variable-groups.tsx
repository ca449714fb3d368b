import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ProjectId } from '../../src/contract/wire/common.ts'
import type { VariableGroup } from '../../src/contract/wire/project/variable-group.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { selectVariableGroups, variableGroupsOf } from '../../src/variable-groups/variable-groups.ts'
import { useQuery } from '../hooks/use-query.ts'
import { useSelected } from '../hooks/use-selected.ts'
import { Card } from '../parts/layout/card.tsx'
import { Text } from '../parts/text/text.tsx'
import { Remote } from '../parts/waiting/remote.tsx'
import { MayButton } from '../shell/permissions/may-button.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { GroupRow } from './group-row.tsx'
import css from './variable-groups.module.css'

/** The variables that the instances of a project share. */
export const ProjectVariableGroups = ({ id }: { id: ProjectId }) => {
  const { data, retry } = useQuery('readVariableGroups', { id })
  const known = useSelected(selectVariableGroups)
  const [edited, setEdited] = useState<VariableGroup | 'new' | null>(null)
  const groups = lastLoaded(data) ? variableGroupsOf(known, id) : null
  return (
    <Card
      title="Variable groups"
      text="Variables that several services of this project include by the name of their group."
      padded={false}
      actions={
        <MayButton may="instances.write" size="small" icon={<Plus />} onClick={() => setEdited('new')}>
          New group
        </MayButton>
      }
    >
      <Remote data={data} retry={retry} title="The variable groups could not be loaded" value={groups}>
        {(shown) =>
          shown.length === 0 ? (
            <div className={css.none}>
              <Text tone="muted">No variable groups.</Text>
            </div>
          ) : (
            <ul className={css.list} aria-label="Variable groups">
              {shown.map((group) => (
                <GroupRow key={group._id} group={group} onEdit={() => setEdited(group)} />
              ))}
            </ul>
          )
        }
      </Remote>
      {edited !== null && (
        <GroupDialog
          key={edited === 'new' ? 'new' : edited._id}
          projectId={id}
          group={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </Card>
  )
}
