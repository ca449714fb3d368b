import { useState } from 'react'
import type { RoleGroup } from '../../../src/contract/wire/role.ts'
import { roleLabel } from '../../../src/rules/roles.ts'
import { useMembership } from '../../hooks/use-membership.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { CopyId } from '../../parts/actions/copy-id.tsx'
import { Select } from '../../parts/choices/select.tsx'
import { DescriptionList } from '../../parts/facts/description-list.tsx'
import { FormDialog } from '../../parts/overlay/form-dialog.tsx'
import { roleOptions } from '../../team/role-options.ts'
import { nameOf, useMembers } from '../../team/use-members.ts'
import type { DialogOf } from '../dialog-of.ts'

export const ChangeMemberRoleDialog = ({ modal: { userId }, onClose }: DialogOf<'changeMemberRole'>) => {
  const { organization, members } = useMembers()
  const membership = useMembership()
  const { mutate, isRunning, failure } = useMutation('setRoleGroupPermissions')
  const [chosen, setChosen] = useState<RoleGroup | null>(null)
  const member = members.find((one) => one.userId === userId)
  if (!member || !organization) return null
  const isChanged = chosen !== null && chosen !== member.roleGroup
  const submit = () => {
    if (isChanged) mutate({ organizationId: organization._id, userId, roleGroupName: chosen })
  }
  return (
    <FormDialog
      title="Change member role"
      text="The new role takes effect immediately."
      onClose={onClose}
      submitLabel="Change role"
      busy={isRunning}
      disabled={!isChanged}
      failure={failure}
      failureTitle="The role was not changed"
      onSubmit={submit}
    >
      <DescriptionList
        facts={[
          { term: 'Member', value: nameOf(member) },
          { term: 'Member ID', value: <CopyId id={userId} /> },
          { term: 'Current role', value: roleLabel(member.roleGroup) },
        ]}
      />
      <Select
        label="New role"
        options={roleOptions(membership)}
        value={chosen ?? member.roleGroup}
        onChange={setChosen}
      />
    </FormDialog>
  )
}
