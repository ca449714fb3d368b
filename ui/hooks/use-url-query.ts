import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

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
 * Returns the query to show. React renders a new address a little after the router writes it, so while it still renders
 * an earlier one, the query that was written last is shown: typed text appears at once and stays. All queries are as
 * `URLSearchParams` writes them.
 */
export const shownQuery = (addresses: { written: string; rendered: string; current: string }): string =>
  addresses.rendered === addresses.current ? addresses.current : addresses.written

/** The router writes it synchronously. */
const currentQuery = (): URLSearchParams => new URLSearchParams(window.location.search)

/** Returns the address's query as state, and ways to change it. */
export const useUrlQuery = () => {
  const [params, setParams] = useSearchParams()
  const rendered = params.toString()
  const [written, setWritten] = useState(rendered)
  const shown = shownQuery({ written, rendered, current: currentQuery().toString() })
  // Where the user went back or followed a link, the written query is no longer the newest.
  if (shown !== written) setWritten(shown)
  const query = useMemo(() => new URLSearchParams(shown), [shown])

  const navigate = (change: QueryChange, how: { replace: boolean }) => {
    // Includes changes by other parts of the page that the router has written and React has not rendered yet.
    const next = changed(currentQuery(), change)
    setWritten(next.toString())
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
