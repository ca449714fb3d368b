import { type FormEvent, useId, useState } from 'react'
import type { RoleGroup } from '../../../src/contract/wire/role.ts'
import { failureMessage } from '../../../src/core/failure.ts'
import { useMembership } from '../../hooks/use-membership.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { Button } from '../../parts/actions/button.tsx'
import { CopyId } from '../../parts/actions/copy-id.tsx'
import { Select } from '../../parts/choices/select.tsx'
import { DescriptionList } from '../../parts/facts/description-list.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import { roleOptions } from '../../team/role-options.ts'
import { nameOf, useMembers } from '../../team/use-members.ts'
import type { DialogOf } from '../dialog-of.ts'

export const ChangeMemberRoleDialog = ({ modal: { userId }, onClose }: DialogOf<'changeMemberRole'>) => {
  const { organization, members } = useMembers()
  const membership = useMembership()
  const { mutate, isRunning, failure } = useMutation('setRoleGroupPermissions')
  const [chosen, setChosen] = useState<RoleGroup | null>(null)
  const form = useId()
  const member = members.find((one) => one.userId === userId)
  if (!member || !organization) return null
  const isChanged = chosen !== null && chosen !== member.roleGroup
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isChanged) mutate({ organizationId: organization._id, userId, roleGroupName: chosen })
  }
  return (
    <Dialog
      title="Change member role"
      text="It takes effect at once, wherever they are signed in."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={isRunning} disabled={!isChanged}>
            Change role
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <Stack>
          {failure && (
            <Banner tone="bad" title="The role was not changed">
              {failureMessage(failure)}
            </Banner>
          )}
          <DescriptionList
            facts={[
              { term: 'Member', value: nameOf(member) },
              { term: 'Member id', value: <CopyId id={userId} /> },
              { term: 'Current role', value: member.roleGroup },
            ]}
          />
          <Select
            label="New role"
            options={roleOptions(membership)}
            value={chosen ?? member.roleGroup}
            onChange={setChosen}
          />
        </Stack>
      </form>
    </Dialog>
  )
}
