import { UserMinus } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { MemberWithRole } from '../../src/contract/wire/role.ts'
import { selectUser } from '../../src/organizations/organizations.ts'
import { filterMembers, searchable } from '../../src/team/filter-members.ts'
import { useSend } from '../hooks/use-console.tsx'
import { useSelected } from '../hooks/use-selected.ts'
import { Button } from '../parts/actions/button.tsx'
import { RestoreFocus } from '../parts/focus/restore-focus.tsx'
import { Card } from '../parts/layout/card.tsx'
import { ActionBar, Row } from '../parts/layout/row.tsx'
import { DataTable } from '../parts/tables/data-table.tsx'
import { Text } from '../parts/text/text.tsx'
import { EmptyState } from '../parts/waiting/empty-state.tsx'
import { MayButton } from '../shell/permissions/may-button.tsx'
import { memberColumns } from './member-columns.tsx'
import { TeamTools } from './team-tools.tsx'
import { useManage } from './use-manage.ts'
import { nameOf } from './use-members.ts'
import { useTeamView } from './use-team-view.ts'

const noMembers: readonly MemberWithRole[] = []

/** Null while they load. */
export const MembersTable = ({ members }: { members: readonly MemberWithRole[] | null }) => {
  const send = useSend()
  const { search, role, sort, find, ofRole, sortBy } = useTeamView()
  const ownId = useSelected(selectUser)?._id ?? null
  const all = members ?? noMembers
  const { blocked, whyNot } = useManage(all)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const searchableMembers = useMemo(() => searchable(all), [all])
  const filtered = useMemo(() => filterMembers(searchableMembers, { search, role }), [searchableMembers, search, role])
  const columns = useMemo(() => memberColumns({ ownId, whyNot }), [ownId, whyNot])
  // Members who have left are no longer selected, and users cannot remove themselves together with others.
  const removable = all.filter((member) => chosen.has(member.userId) && member.userId !== ownId)
  return (
    <>
      <TeamTools search={search} role={role} onSearch={find} onRole={ofRole} />
      <Card padded={false}>
        <DataTable
          caption="Members"
          columns={columns}
          rows={filtered}
          rowKey={({ userId }) => userId}
          rowName={nameOf}
          sort={sort}
          onSort={sortBy}
          {...(blocked === undefined && { selected: chosen, onSelect: setChosen })}
          virtual="page"
          loading={members === null}
          empty={<EmptyState title="No matching members" text="Change the search, or show all roles." />}
        />
      </Card>
      <RestoreFocus>
        {removable.length > 0 && (
          <ActionBar>
            <Text as="span">
              {removable.length === 1 ? '1 member selected' : `${removable.length} members selected`}
            </Text>
            <Row>
              <Button onClick={() => setChosen(new Set())}>Clear selection</Button>
              <MayButton
                may="members.write"
                variant="danger"
                icon={<UserMinus />}
                onClick={() =>
                  send({
                    type: 'ui/modalOpened',
                    modal: { kind: 'removeMembers', userIds: removable.map(({ userId }) => userId) },
                  })
                }
              >
                Remove
              </MayButton>
            </Row>
          </ActionBar>
        )}
      </RestoreFocus>
    </>
  )
}
