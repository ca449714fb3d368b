import { selectOrganization } from '../../../src/organizations/organizations.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { Confirm } from '../../parts/overlay/confirm.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const RemoveRegistryDialog = ({ modal: { address, name }, onClose }: DialogOf<'removeRegistry'>) => {
  const organization = useSelected(selectOrganization)
  const { mutate, isRunning, failure } = useMutation('removeRegistry')
  if (!organization) return null
  return (
    <Confirm
      title={`Remove ${name}?`}
      confirmLabel="Remove"
      busy={isRunning}
      failure={failure}
      onConfirm={() => mutate({ id: organization._id, address })}
      onClose={onClose}
    >
      It will be removed from this list. No instance uses it, and its contract and domains stay on their blockchain. You
      can add it again by its address.
    </Confirm>
  )
}
