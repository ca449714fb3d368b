import { failureMessage } from '../../../src/core/failure.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { Button } from '../../parts/actions/button.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import { FailedState } from '../../parts/waiting/failed-state.tsx'
import { SkeletonText } from '../../parts/waiting/skeleton-text.tsx'
import { FactorProof } from '../../session/factor-proof.tsx'
import type { DialogOf } from '../dialog-of.ts'

/** Asked for by a dangerous call, which goes on by itself once the user has confirmed. */
export const StepUpDialog = ({ onClose }: DialogOf<'stepUp'>) => {
  const { data, retry } = useQuery('readFactors', {})
  const { mutate, isRunning, failure, fieldError } = useMutation('stepUp')
  const factors = lastLoaded(data)?.value
  return (
    <Dialog
      title="Confirm that it is you"
      text="This action needs your second factor. You are not asked again for 10 minutes."
      onClose={onClose}
      actions={<Button onClick={onClose}>Cancel</Button>}
    >
      {data.kind === 'failed' && !factors && (
        <FailedState
          title="Your second factors could not be loaded"
          text={failureMessage(data.failure)}
          onRetry={retry}
        />
      )}
      {!factors && data.kind !== 'failed' && <SkeletonText lines={3} />}
      {factors && (
        <FactorProof
          methods={{
            passkey: factors.passkeys.length > 0,
            totp: factors.totp !== null,
            recoveryCode: (factors.recoveryCodes?.left ?? 0) > 0,
          }}
          use="stepUp"
          isRunning={isRunning}
          error={fieldError('proof.code') ?? (failure ? failureMessage(failure) : undefined)}
          onCode={(proof) => mutate({ proof })}
        />
      )}
    </Dialog>
  )
}
