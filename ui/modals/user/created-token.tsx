import type { AnswerOf } from '../../../src/contract/contract.ts'
import { Button } from '../../parts/actions/button.tsx'
import { CopyButton } from '../../parts/actions/copy-button.tsx'
import { truncateMiddle } from '../../parts/actions/truncate-middle.ts'
import { Stack } from '../../parts/layout/stack.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import css from './created-token.module.css'

const SHOWN_AT_EACH_END = 30

type CreatedTokenProps = { apiKey: AnswerOf<'createApiKey'>['apiKey']; onClose: () => void }

export const CreatedToken = ({ apiKey: { name, value }, onClose }: CreatedTokenProps) => (
  <Dialog
    title="Token created"
    text={`${name} is ready. Programs send it as a bearer token.`}
    onClose={onClose}
    actions={
      <Button look="primary" onClick={onClose}>
        Okay
      </Button>
    }
  >
    <Stack>
      <Banner tone="warn" title="Copy it before you close this">
        The token is shown this once and cannot be seen again.
      </Banner>
      <div className={css.token}>
        <code>{truncateMiddle(value, SHOWN_AT_EACH_END, SHOWN_AT_EACH_END)}</code>
        <CopyButton text={value} label="Copy token" worded />
      </div>
    </Stack>
  </Dialog>
)
