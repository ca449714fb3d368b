import { failureMessage } from '../../../src/core/failure.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { Button } from '../../parts/actions/button.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { SkeletonText } from '../../parts/waiting/skeleton-text.tsx'
import { FactorProof } from '../../session/factor-proof.tsx'
import type { DialogOf } from '../dialog-of.ts'

/** Opened by a call that needs a second factor; the call continues once the user has confirmed. */
export const StepUpDialog = ({ onClose }: DialogOf<'stepUp'>) => {
  const { data, retry } = useQuery('readFactors', {})
  const { mutate, isRunning, failure, fieldError } = useMutation('stepUp')
  return (
    <Dialog
      title="Confirm your identity"
      text="This action requires your second factor. You will not be asked again for 10 minutes."
      onClose={onClose}
      actions={<Button onClick={onClose}>Cancel</Button>}
    >
      <Remote
        data={data}
        retry={retry}
        title="Your second factors could not be loaded"
        loading={<SkeletonText lines={3} />}
      >
        {({ passkeys, totp, recoveryCodes }) => (
          <FactorProof
            methods={{
              passkey: passkeys.length > 0,
              totp: totp !== null,
              recoveryCode: (recoveryCodes?.left ?? 0) > 0,
            }}
            use="stepUp"
            isRunning={isRunning}
            error={fieldError('proof.code') ?? (failure ? failureMessage(failure) : undefined)}
            onCode={(proof) => mutate({ proof })}
          />
        )}
      </Remote>
    </Dialog>
  )
}
