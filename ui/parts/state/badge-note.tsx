import { Badge, type Tone } from './badge.tsx'
import css from './badge-note.module.css'

type BadgeNoteProps = { tone: Tone; label: string; note: string; side: 'above' | 'below' }

/** A badge that opens a note about it. */
export const BadgeNote = ({ tone, label, note, side }: BadgeNoteProps) => (
  <details className={css.details}>
    <summary className={css.summary}>
      <Badge tone={tone}>{label}</Badge>
    </summary>
    <p className={css.note} data-side={side}>
      {note}
    </p>
  </details>
)
