import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { followAddress, settledQuery, writeQuery } from './typed-query.ts'

export type QueryChange = Readonly<Record<string, string>>

/** An empty value removes its field. */
const changed = (query: URLSearchParams, change: QueryChange): URLSearchParams => {
  const next = new URLSearchParams(query)
  for (const [field, value] of Object.entries(change)) {
    if (value === '') next.delete(field)
    else next.set(field, value)
  }
  return next
}

/**
 * Returns the address's query as state. React renders a new address a little after the router writes it, but typed text
 * must appear at once and stay, so the newest query is held here.
 */
export const useUrlQuery = () => {
  const [params, setParams] = useSearchParams()
  const [held, setHeld] = useState(() => settledQuery(params.toString()))
  const typed = followAddress(held, params.toString())
  if (typed !== held) setHeld(typed)
  const query = useMemo(() => new URLSearchParams(typed.query), [typed.query])

  const navigate = (change: QueryChange, how: { replace: boolean }) => {
    // Includes changes by other parts of the page that the router has written and React has not rendered yet.
    const next = changed(new URLSearchParams(window.location.search), change)
    setHeld((last) => writeQuery(last, next.toString()))
    setParams(next, { ...how, preventScrollReset: true })
  }
  return {
    query,
    /** Replaces the history entry: going back does not undo a choice. */
    choose: (change: QueryChange) => navigate(change, { replace: true }),
    /** Adds a history entry: going back returns to the previous query. */
    go: (change: QueryChange) => navigate(change, { replace: false }),
    to: (change: QueryChange): string => `?${changed(query, change)}`,
  }
}

/** Returns the page number in the address, from 1, and the addresses of other pages. */
export const usePageNumber = (field = 'page'): { page: number; to: (page: number) => string } => {
  const { query, to } = useUrlQuery()
  const requested = Number(query.get(field) ?? 1)
  return {
    page: Number.isInteger(requested) && requested > 0 ? requested : 1,
    to: (page) => to({ [field]: page === 1 ? '' : String(page) }),
  }
}
