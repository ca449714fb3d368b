import { useMemo } from 'react'
import { instanceStates } from '../../../src/contract/wire/compute.ts'
import type { InstanceView } from '../../../src/instances/instance-list.ts'
import { useUrlQuery } from '../../hooks/use-url-query.ts'
import type { Sort } from '../../parts/tables/column.ts'

/** Reads and writes the list's view in the address. */
export const useInstanceView = () => {
  const { query, choose, to } = useUrlQuery()
  const state = instanceStates.find((known) => known === query.get('state')) ?? ''
  const view: InstanceView = { state, search: query.get('search') ?? '' }
  const sortParam = query.get('sort') ?? ''
  const sort = useMemo<Sort | undefined>(
    () => (sortParam ? { id: sortParam.replace(/^-/, ''), descending: sortParam.startsWith('-') } : undefined),
    [sortParam],
  )
  return {
    view,
    sort,
    toState: (next: string) => to({ state: next, page: '' }),
    search: (text: string) => choose({ search: text, page: '' }),
    sortBy: (next: Sort | undefined) =>
      choose({ sort: next ? `${next.descending ? '-' : ''}${next.id}` : '', page: '' }),
  }
}
