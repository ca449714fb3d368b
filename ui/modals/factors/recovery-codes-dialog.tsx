import { Download } from 'lucide-react'
import { useSend } from '../../hooks/use-console.tsx'
import { Button } from '../../parts/actions/button.tsx'
import { SecretDialog } from '../../parts/overlay/secret-dialog.tsx'
import type { DialogOf } from '../dialog-of.ts'
import css from './factors.module.css'

export const RecoveryCodesDialog = ({ modal: { codes }, onClose }: DialogOf<'recoveryCodes'>) => {
  const send = useSend()
  return (
    <SecretDialog
      title="Save your recovery codes"
      text="If you lose your passkey or authenticator app, use one of these codes instead. Each works once."
      warning={{
        title: 'Copy or download the codes before you close this dialog',
        text: 'They are shown only once. Without them, only the operator of this installation can restore your access.',
      }}
      secret={codes.join('\n')}
      copyLabel="Copy codes"
      confirmLabel="I have saved the codes"
      closeLabel="Done"
      actions={
        <Button icon={<Download />} onClick={() => send({ type: 'ui/recoveryCodesSaved', codes })}>
          Download
        </Button>
      }
      onClose={onClose}
    >
      <ul className={css.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </SecretDialog>
  )
}
