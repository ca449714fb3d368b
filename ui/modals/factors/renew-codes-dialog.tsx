import { failureWords } from '../../../src/core/failure.ts'
import { useAsk } from '../../app/use-ask.ts'
import { Confirm } from '../../parts/overlay/confirm.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const RenewCodesDialog = ({ onClose }: DialogOf<'renewRecoveryCodes'>) => {
  const { ask, isRunning, failure } = useAsk('renewRecoveryCodes')
  return (
    <Confirm
      title="Renew recovery codes?"
      confirmLabel="Renew codes"
      busy={isRunning}
      failureTitle="The codes were not renewed"
      failure={failure ? failureWords(failure) : undefined}
      onConfirm={() => ask({})}
      onClose={onClose}
    >
      You get ten new codes, and the former ones stop working at once.
    </Confirm>
  )
}
