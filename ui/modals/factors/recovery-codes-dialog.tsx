import { Download } from 'lucide-react'
import { useState } from 'react'
import { useSend } from '../../app/use-send.ts'
import { Button } from '../../parts/actions/button.tsx'
import { CopyButton } from '../../parts/actions/copy-button.tsx'
import { Checkbox } from '../../parts/choices/checkbox.tsx'
import { Row } from '../../parts/layout/row.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import type { DialogOf } from '../dialog-of.ts'
import css from './factors.module.css'

export const RecoveryCodesDialog = ({ modal: { codes }, onClose }: DialogOf<'recoveryCodes'>) => {
  const send = useSend()
  const [isKept, setKept] = useState(false)
  return (
    <Dialog
      title="Save your recovery codes"
      text="Each code works once, in place of your passkey or authenticator app, if you lose them."
      onClose={onClose}
      actions={
        <Button look="primary" disabled={!isKept} onClick={onClose}>
          Done
        </Button>
      }
    >
      <Stack>
        <Banner tone="warn" title="Copy or download them before you close this">
          The codes are shown this once and cannot be seen again. Without them, only the operator of this installation
          can let you back in.
        </Banner>
        <ul className={css.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Row wrap>
          <CopyButton text={codes.join('\n')} label="Copy codes" worded size="medium" />
          <Button icon={<Download />} onClick={() => send({ type: 'ui/recoveryCodesSaved', codes })}>
            Download
          </Button>
        </Row>
        <Checkbox label="I have saved the codes" checked={isKept} onChange={({ target }) => setKept(target.checked)} />
      </Stack>
    </Dialog>
  )
}
