import type { AnswerOf } from '../../../src/contract/contract.ts'
import { Button } from '../../parts/actions/button.tsx'
import { CopyButton } from '../../parts/actions/copy-button.tsx'
import { truncateMiddle } from '../../parts/actions/truncate-middle.ts'
import { TextField } from '../../parts/fields/text-field.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import { Banner } from '../../parts/state/banner.tsx'

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
      <TextField
        label="Token"
        mono
        readOnly
        value={truncateMiddle(value, SHOWN_AT_EACH_END, SHOWN_AT_EACH_END)}
        after={<CopyButton text={value} label="Copy token" />}
      />
    </Stack>
  </Dialog>
)
