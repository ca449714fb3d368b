import type { ReactNode } from 'react'
import { CopyButton } from '../../../parts/actions/copy-button.tsx'
import css from './connect-card.module.css'

type PlaceLineProps = {
  label: string
  /** Says of which port it is, or for whom. */
  note: string
  /** What is copied. */
  text: string
  /** The accessible name of the button that copies it. */
  copy: string
  /** Shown in place of the text. */
  children?: ReactNode
}

/** A place where a service is reached. */
export const PlaceLine = ({ label, note, text, copy, children }: PlaceLineProps) => (
  <div className={css.line}>
    <PlaceLabel label={label} note={note} />
    {children ?? <code className={css.text}>{text}</code>}
    <CopyButton text={text} label={copy} />
  </div>
)

export const PlaceLabel = ({ label, note }: { label: string; note: string }) => (
  <span className={css.label}>
    {label}
    <span className={css.note}>{note}</span>
  </span>
)
