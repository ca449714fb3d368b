import { useMutation } from '../../hooks/use-mutation.ts'
import type { DialogOf } from '../dialog-of.ts'
import { RenameDialog } from '../rename-dialog.tsx'

export const RenamePasskeyDialog = ({ modal: { passkeyId: id, name }, onClose }: DialogOf<'renamePasskey'>) => {
  const { mutate, isRunning, failure } = useMutation('renamePasskey')
  return (
    <RenameDialog
      title="Rename passkey"
      text="Choose a name that tells you where it is stored, such as “Blue security key”."
      label="Name"
      submitLabel="Rename"
      name={name}
      busy={isRunning}
      failure={failure}
      onRename={(typed) => mutate({ id, name: typed })}
      onClose={onClose}
    />
  )
}
