import type { ReactElement } from 'react'
import type { Shape } from './status-appearances.ts'
import css from './status-mark.module.css'

const drawings: Record<Shape, ReactElement> = {
  disc: (
    <>
      <circle cx="6" cy="6" r="5.5" fill="currentColor" opacity="0.25" />
      <circle cx="6" cy="6" r="3" fill="currentColor" />
    </>
  ),
  ring: <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.75" />,
  arc: (
    <>
      <circle cx="6" cy="6" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.75" opacity="0.3" />
      <path
        d="M6 1.5A4.5 4.5 0 0 1 10.5 6"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
      />
    </>
  ),
  cross: (
    <>
      <rect x="0.5" y="0.5" width="11" height="11" rx="3" fill="currentColor" opacity="0.25" />
      <path d="m4 4 4 4m0-4-4 4" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
    </>
  ),
  alert: (
    <>
      <path d="M6 1 11.5 10.8H.5z" fill="currentColor" opacity="0.25" />
      <path d="M6 4.4v2.9m0 1.6v.1" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
    </>
  ),
  dash: <circle cx="6" cy="6" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2.2 2.5" />,
}

export const StatusShape = ({ shape }: { shape: Shape }) => (
  <svg className={css.shape} data-turning={shape === 'arc' || undefined} viewBox="0 0 12 12" aria-hidden="true">
    {drawings[shape]}
  </svg>
)
