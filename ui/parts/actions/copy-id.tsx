import { CopyButton } from './copy-button.tsx'
import css from './copy-id.module.css'
import { truncateMiddle } from './truncate-middle.ts'

type CopyIdProps = { id: string; label?: string; head?: number; tail?: number }

export const CopyId = ({ id, label = 'Copy ID', head = 6, tail = 4 }: CopyIdProps) => (
  <span className={css.id}>
    <code title={id}>{truncateMiddle(id, head, tail)}</code>
    <CopyButton text={id} label={label} />
  </span>
)
