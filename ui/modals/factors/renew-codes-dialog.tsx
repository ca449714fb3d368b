import { useMutation } from '../../hooks/use-mutation.ts'
import { Confirm } from '../../parts/overlay/confirm.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const RenewCodesDialog = ({ onClose }: DialogOf<'renewRecoveryCodes'>) => {
  const { mutate, isRunning, failure } = useMutation('renewRecoveryCodes')
  return (
    <Confirm
      title="Renew recovery codes?"
      confirmLabel="Renew codes"
      busy={isRunning}
      failureTitle="The codes were not renewed"
      failure={failure}
      onConfirm={() => mutate({})}
      onClose={onClose}
    >
      You will get ten new codes, and the old ones will stop working.
    </Confirm>
  )
}
