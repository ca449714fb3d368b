import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { instanceStates } from '../../src/contract/wire/compute.ts'
import type { InstanceView } from '../../src/instances/instance-list.ts'
import type { Sort } from '../parts/tables/column.ts'

/** How the list is looked at: all of it stands in the address. */
export const useInstanceView = () => {
  const [query, setQuery] = useSearchParams()
  const state = instanceStates.find((known) => known === query.get('state')) ?? ''
  const view: InstanceView = { state, search: query.get('search') ?? '' }
  const asked = query.get('sort') ?? ''
  const sort = useMemo<Sort | undefined>(
    () => (asked ? { id: asked.replace(/^-/, ''), descending: asked.startsWith('-') } : undefined),
    [asked],
  )

  const changed = (field: string, value: string): URLSearchParams => {
    const next = new URLSearchParams(query)
    next.delete('page')
    if (value === '') next.delete(field)
    else next.set(field, value)
    return next
  }
  return {
    view,
    sort,
    toState: (wanted: string) => `?${changed('state', wanted)}`,
    search: (text: string) => setQuery(changed('search', text), { replace: true }),
    sortBy: (wanted: Sort | undefined) =>
      setQuery(changed('sort', wanted ? `${wanted.descending ? '-' : ''}${wanted.id}` : ''), { replace: true }),
  }
}
