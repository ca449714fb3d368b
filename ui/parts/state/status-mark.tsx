import { type Status, type StatusAppearance, statusAppearances } from './status-appearances.ts'
import css from './status-mark.module.css'
import { StatusShape } from './status-shape.tsx'

type StatusMarkProps = {
  /** A state by its name, or a look of its own where the product has no name for it. */
  status: Status | StatusAppearance
  /** A pill on a coloured ground, for the head of a page. */
  pill?: boolean
}

/** Shape, colour and word say the same thing, so that any one of them is enough. */
export const StatusMark = ({ status, pill = false }: StatusMarkProps) => {
  const appearance = typeof status === 'string' ? statusAppearances[status] : status
  return (
    <span className={css.mark} data-tone={appearance.tone} data-pill={pill || undefined}>
      <StatusShape shape={appearance.shape} />
      <span>{appearance.label}</span>
    </span>
  )
}
