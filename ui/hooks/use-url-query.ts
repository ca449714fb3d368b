import { useState } from 'react'
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
 * Returns the address's query as state. The router updates the address a little later, but typed text must appear at
 * once, so the last change is held here until the address contains it or has changed otherwise.
 */
export const useUrlQuery = () => {
  const [address, setAddress] = useSearchParams()
  const [held, setHeld] = useState({ at: address, query: address })
  const query = held.at === address ? held.query : address

  const navigate = (change: QueryChange, how: { replace: boolean }) => {
    const next = changed(query, change)
    setHeld({ at: address, query: next })
    setAddress(next, { ...how, preventScrollReset: true })
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
