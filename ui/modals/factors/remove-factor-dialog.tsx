import { useMutation } from '../../hooks/use-mutation.ts'
import { Confirm } from '../../parts/overlay/confirm.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const RemoveFactorDialog = ({ modal: { factor, isLast }, onClose }: DialogOf<'removeFactor'>) => {
  const passkey = useMutation('removePasskey')
  const totp = useMutation('removeTotp')
  const { isRunning, failure } = factor.kind === 'passkey' ? passkey : totp
  return (
    <Confirm
      title={factor.kind === 'passkey' ? `Remove ${factor.name}?` : 'Remove the authenticator app?'}
      confirmLabel="Remove"
      busy={isRunning}
      failureTitle={factor.kind === 'passkey' ? 'The passkey was not removed' : 'The app was not removed'}
      failure={failure}
      onConfirm={() => (factor.kind === 'passkey' ? passkey.mutate({ id: factor.id }) : totp.mutate({}))}
      onClose={onClose}
    >
      {factor.kind === 'passkey'
        ? 'It cannot log in to your account any more, and other sessions that it opened end.'
        : 'Its codes stop working.'}
      {isLast &&
        ' It is your last second factor: logging in needs none from then on, and your recovery codes are deleted.'}
    </Confirm>
  )
}
