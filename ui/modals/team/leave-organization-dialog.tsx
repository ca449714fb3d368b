import { refusals } from '../../../src/contract/refusals.ts'
import { failureWords } from '../../../src/core/failure.ts'
import { selectUser } from '../../../src/organizations/organizations.ts'
import { useAsk } from '../../app/use-ask.ts'
import { useSelected } from '../../app/use-selected.ts'
import { Button } from '../../parts/actions/button.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import { useMembers } from '../../team/use-members.ts'
import type { DialogOf } from '../dialog-of.ts'

/** The last owner is told before the press that they cannot leave. */
export const LeaveOrganizationDialog = ({ onClose }: DialogOf<'leaveOrganization'>) => {
  const { organization, members } = useMembers()
  const own = useSelected(selectUser)
  const { ask, isRunning, failure } = useAsk('removeMember')
  if (!organization || !own) return null
  const owners = members.filter(({ roleGroup }) => roleGroup === 'owner')
  const isLastOwner = owners.length === 1 && owners[0]?.userId === own._id
  return (
    <Dialog
      title={`Leave ${organization.profile.name}?`}
      text="You see nothing of it any more, and your API tokens for it end. Only another member can invite you back."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="danger"
            busy={isRunning}
            disabled={isLastOwner}
            onClick={() => ask({ id: organization._id, userId: own._id })}
          >
            Leave organisation
          </Button>
        </>
      }
    >
      {isLastOwner && (
        <Banner tone="warn" title="You are its only owner">
          {refusals.lastOwner.words}
        </Banner>
      )}
      {failure && (
        <Banner tone="bad" title="You have not left">
          {failureWords(failure)}
        </Banner>
      )}
    </Dialog>
  )
}
