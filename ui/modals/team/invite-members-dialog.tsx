import { useEffect, useState } from 'react'
import type { RoleGroup } from '../../../src/contract/wire/role.ts'
import { selectOrganization } from '../../../src/organizations/organizations.ts'
import { invalidEntries, invitedAddresses, withoutInvited } from '../../../src/team/invited-addresses.ts'
import { selectTeam } from '../../../src/team/team.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useMembership } from '../../hooks/use-membership.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { Select } from '../../parts/choices/select.tsx'
import { TextArea } from '../../parts/fields/text-area.tsx'
import { FormDialog } from '../../parts/overlay/form-dialog.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import { roleOptions } from '../../team/role-options.ts'
import type { DialogOf } from '../dialog-of.ts'

const MAX_LENGTH = 20_000

export const InviteMembersDialog = ({ onClose }: DialogOf<'inviteMembers'>) => {
  const send = useSend()
  const organization = useSelected(selectOrganization)
  const membership = useMembership()
  const { isInviting, sentInvites, failedInvites } = useSelected(selectTeam)
  const [submitted, setSubmitted] = useState(false)
  const [typed, setTyped] = useState('')
  const [isTyping, setTyping] = useState(false)
  const [role, setRole] = useState<RoleGroup>('member')
  const { valid, invalid } = invitedAddresses(typed)
  const isReady = valid.length > 0 && invalid.length === 0
  const failed = submitted && !isInviting ? failedInvites : []
  const sent = failed.length > 0 ? sentInvites : []

  // Sending again must not mail addresses that are invited already.
  useEffect(() => {
    if (submitted) setTyped((before) => withoutInvited(before, sentInvites))
  }, [submitted, sentInvites])

  const submit = () => {
    if (isInviting || !organization) return
    setSubmitted(true)
    send({ type: 'ui/membersInvited', organizationId: organization._id, emails: valid, role })
  }
  return (
    <FormDialog
      title="Invite team member"
      text="Each address receives an invitation that is valid for 7 days. Users without an account can sign up with it."
      onClose={onClose}
      note={valid.length > 1 && isReady ? `${valid.length} addresses` : null}
      submitLabel="Send"
      busy={isInviting}
      disabled={!isReady}
      onSubmit={submit}
    >
      {failed.length > 0 && (
        <Banner
          tone="bad"
          title={failed.length === 1 ? '1 invitation was not sent' : `${failed.length} invitations were not sent`}
        >
          {failed.map(({ email, message }) => (
            <p key={email}>
              {email}: {message}
            </p>
          ))}
          {sent.length > 0 && <p>Invited: {sent.join(', ')}</p>}
        </Banner>
      )}
      <TextArea
        label="E-mail addresses"
        hint="Separate them with commas."
        placeholder="ada@example.com, grace@example.com"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={MAX_LENGTH}
        value={typed}
        error={notAddresses(invalidEntries(typed, isTyping))}
        onBlur={() => setTyping(false)}
        onChange={(event) => {
          setTyping(true)
          setTyped(event.target.value)
        }}
      />
      <Select label="Role" options={roleOptions(membership)} value={role} onChange={setRole} />
    </FormDialog>
  )
}

const notAddresses = ([first, ...others]: readonly string[]): string | undefined => {
  if (first === undefined) return undefined
  if (others.length === 0) return `${first} is not an e-mail address.`
  return `${first} and ${others.length} more are not e-mail addresses.`
}
