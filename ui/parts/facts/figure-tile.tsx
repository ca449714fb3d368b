import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import css from './figure-tile.module.css'

type FigureTileProps = {
  label: string
  value: ReactNode
  /** Below the figure: an explanation. */
  note?: ReactNode
  tone?: 'plain' | 'warn' | 'bad'
  to?: string
}

/** One figure with its label. */
export const FigureTile = ({ label, value, note, tone = 'plain', to }: FigureTileProps) => (
  <div className={css.tile} data-tone={tone}>
    <p className={css.label}>
      {to ? (
        <Link className={css.link} to={to}>
          {label}
        </Link>
      ) : (
        label
      )}
    </p>
    <p className={css.value}>{value}</p>
    {note && <p className={css.note}>{note}</p>}
  </div>
)
