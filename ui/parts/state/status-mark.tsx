import { type Status, type StatusLook, statusLooks } from './status-looks.ts'
import css from './status-mark.module.css'
import { StatusShape } from './status-shape.tsx'

type StatusMarkProps = {
  /** A state by its name, or a look of its own where the product has no name for it. */
  status: Status | StatusLook
  /** A pill on a coloured ground, for the head of a page. */
  pill?: boolean
}

/** Shape, colour and word say the same thing, so that any one of them is enough. */
export const StatusMark = ({ status, pill = false }: StatusMarkProps) => {
  const look = typeof status === 'string' ? statusLooks[status] : status
  return (
    <span className={css.mark} data-tone={look.tone} data-pill={pill || undefined}>
      <StatusShape shape={look.shape} />
      <span>{look.word}</span>
    </span>
  )
}
