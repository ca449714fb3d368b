import type { ReactNode } from 'react'
import { Badge, type Tone } from './badge.tsx'
import css from './badge-note.module.css'

type BadgeNoteProps = {
  tone: Tone
  label: string
  note: string
  side: 'above' | 'below'
  /** A button below the note. */
  action?: ReactNode
}

/** A badge that opens a note about it. */
export const BadgeNote = ({ tone, label, note, side, action }: BadgeNoteProps) => (
  <details className={css.details}>
    <summary className={css.summary}>
      <Badge tone={tone}>{label}</Badge>
    </summary>
    <div className={css.note} data-side={side}>
      <p>{note}</p>
      {action}
    </div>
  </details>
)
