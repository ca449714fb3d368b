/** The query of an address that a user edits. All queries are as `URLSearchParams` writes them. */
export interface TypedQuery {
  /** The newest, which is shown. */
  query: string
  /** The address as it was last seen. */
  address: string
  /** Written queries that the address has not reached yet. */
  written: readonly string[]
}

export const settledQuery = (address: string): TypedQuery => ({ query: address, address, written: [] })

/** Writes a query, which is shown at once. */
export const writeQuery = (typed: TypedQuery, query: string): TypedQuery => ({
  ...typed,
  query,
  written: [...typed.written, query],
})

/** Follows the address. An earlier query of the user's own may arrive late and does not replace a newer one. */
export const followAddress = (typed: TypedQuery, address: string): TypedQuery => {
  if (address === typed.address) return typed
  const isOutdated = address !== typed.query && typed.written.includes(address)
  return isOutdated ? { ...typed, address } : settledQuery(address)
}
