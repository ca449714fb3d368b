import { selectAddress } from '../../../src/addresses/addresses.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { ConfirmByName } from '../../parts/overlay/confirm-by-name.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const ReleaseAddressDialog = ({ modal: { id }, onClose }: DialogOf<'releaseAddress'>) => {
  const address = useSelected(selectAddress(id), [id])
  const { mutate, isRunning, failure } = useMutation('releaseAddress')
  if (!address) return null
  return (
    <ConfirmByName
      title={`Release ${address.ip}`}
      name={address.name}
      confirmLabel="Release address"
      busy={isRunning}
      failure={failure}
      onConfirm={() => mutate({ id: address._id })}
      onClose={onClose}
    >
      The address goes back to its region, where another organisation may get it. Change DNS records that point to it
      first.
    </ConfirmByName>
  )
}
