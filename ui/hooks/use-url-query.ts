import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'

export type QueryChange = Readonly<Record<string, string>>

/** An empty value takes its field out of the address. */
const changed = (query: URLSearchParams, change: QueryChange): URLSearchParams => {
  const next = new URLSearchParams(query)
  for (const [field, value] of Object.entries(change)) {
    if (value === '') next.delete(field)
    else next.set(field, value)
  }
  return next
}

/**
 * The address's query as state. The router writes an address a little later, and what a person types or checks must
 * show at once; so the last change is held here until the address has it, or has moved elsewhere.
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
    /** A choice: going back does not undo it. */
    choose: (change: QueryChange) => navigate(change, { replace: true }),
    /** A place: going back leaves it. */
    go: (change: QueryChange) => navigate(change, { replace: false }),
    to: (change: QueryChange): string => `?${changed(query, change)}`,
  }
}

/** The page that a field of the address names, from 1, and the address of another one with everything else as it is. */
export const usePageNumber = (field = 'page'): { page: number; to: (page: number) => string } => {
  const { query, to } = useUrlQuery()
  const requested = Number(query.get(field) ?? 1)
  return {
    page: Number.isInteger(requested) && requested > 0 ? requested : 1,
    to: (page) => to({ [field]: page === 1 ? '' : String(page) }),
  }
}
