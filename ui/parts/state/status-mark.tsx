import { type Status, type StatusAppearance, statusAppearances } from './status-appearances.ts'
import css from './status-mark.module.css'
import { StatusShape } from './status-shape.tsx'

type StatusMarkProps = {
  /** A state by name, or an appearance for a state without one. */
  status: Status | StatusAppearance
  /** A pill with a coloured background, for page headers. */
  pill?: boolean
}

/** Shape, colour and word each show the state alone. */
export const StatusMark = ({ status, pill = false }: StatusMarkProps) => {
  const appearance = typeof status === 'string' ? statusAppearances[status] : status
  return (
    <span className={css.mark} data-tone={appearance.tone} data-pill={pill || undefined}>
      <StatusShape shape={appearance.shape} />
      <span>{appearance.label}</span>
    </span>
  )
}
