import { Link } from 'react-router-dom'
import css from './breadcrumbs.module.css'

export type Crumb = { label: string; to?: string }

export const Breadcrumbs = ({ crumbs }: { crumbs: readonly Crumb[] }) => (
  <nav aria-label="Breadcrumbs">
    <ol className={css.crumbs}>
      {crumbs.map(({ label, to }) => (
        <li key={to ?? label} className={css.crumb}>
          {to ? (
            <Link to={to} className={css.link}>
              {label}
            </Link>
          ) : (
            <span aria-current="page">{label}</span>
          )}
        </li>
      ))}
    </ol>
  </nav>
)
