import type { ResponseOf } from '../../../src/contract/contract.ts'
import { truncateMiddle } from '../../parts/actions/truncate-middle.ts'
import { SecretDialog } from '../../parts/overlay/secret-dialog.tsx'
import css from './created-token.module.css'

const VISIBLE_AT_EACH_END = 30

type CreatedTokenProps = { apiKey: ResponseOf<'createApiKey'>['apiKey']; onClose: () => void }

export const CreatedToken = ({ apiKey: { name, value }, onClose }: CreatedTokenProps) => (
  <SecretDialog
    title="Token created"
    text={`${name} is ready. Programs send it as a bearer token.`}
    warning={{
      title: 'Copy the token before you close this dialog',
      text: 'It is shown only once.',
    }}
    secret={value}
    copyLabel="Copy token"
    closeLabel="Okay"
    onClose={onClose}
  >
    <div className={css.token}>
      <code>{truncateMiddle(value, VISIBLE_AT_EACH_END, VISIBLE_AT_EACH_END)}</code>
    </div>
  </SecretDialog>
)
