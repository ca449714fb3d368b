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
        ? 'It can no longer log in to your account, and other sessions that it opened will end.'
        : 'Its codes will stop working.'}
      {isLast &&
        ' This is your last second factor. You will log in without one, and your recovery codes will be deleted.'}
    </Confirm>
  )
}
