import { LinkButton } from '../actions/link-button.tsx'
import css from './pagination.module.css'

type PaginationProps = {
  /** The name of the list: "Projects". */
  label: string
  /** From 1. */
  page: number
  pageSize: number
  total: number
  /** The address of a page. */
  to: (page: number) => string
}

/** Renders nothing for a single page. */
export const Pagination = ({ label, page, pageSize, total, to }: PaginationProps) => {
  const pages = Math.ceil(total / pageSize)
  if (pages < 2) return null
  const first = (page - 1) * pageSize + 1
  const last = Math.min(total, page * pageSize)
  const figure = (value: number) => value.toLocaleString('en-GB')
  return (
    <nav className={css.pages} aria-label={`${label}, pages`}>
      <span className={css.where}>
        {figure(first)}–{figure(last)} of {figure(total)}
      </span>
      <span className={css.links}>
        {page > 1 && (
          <LinkButton size="small" to={to(page - 1)}>
            Previous
          </LinkButton>
        )}
        {page < pages && (
          <LinkButton size="small" to={to(page + 1)}>
            Next
          </LinkButton>
        )}
      </span>
    </nav>
  )
}
