import type { AlertChannel } from '../../src/contract/wire/alerts/alert-channel.ts'
import { useMutation } from '../hooks/use-mutation.ts'
import { Confirm } from '../parts/overlay/confirm.tsx'
import { SigningSecret } from './signing-secret.tsx'

type RotateSecretDialogProps = { channel: AlertChannel; onClose: () => void }

export const RotateSecretDialog = ({ channel: { _id, name }, onClose }: RotateSecretDialogProps) => {
  const { mutate, isRunning, failure, response } = useMutation('rotateChannelSecret')
  if (response)
    return <SigningSecret title="New signing secret" name={name} secret={response.secret} onClose={onClose} />
  return (
    <Confirm
      title={`Replace the signing secret of ${name}?`}
      confirmLabel="Replace secret"
      tone="plain"
      busy={isRunning}
      failure={failure}
      failureTitle="The secret could not be replaced"
      onConfirm={() => mutate({ id: _id })}
      onClose={onClose}
    >
      For 24 hours messages carry a signature of each of the two secrets. After that the old one verifies nothing.
    </Confirm>
  )
}
