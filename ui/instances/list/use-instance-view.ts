import { useMemo } from 'react'
import { instanceSorts, instanceStates } from '../../../src/contract/wire/compute.ts'
import { useUrlQuery } from '../../hooks/use-url-query.ts'
import type { Sort } from '../../parts/tables/column.ts'

/** The server's limit. */
const MAX_SEARCH_LENGTH = 200

/** Reads and writes the list's filters and order in the address. */
export const useInstanceView = () => {
  const { query, choose, to } = useUrlQuery()
  const sortParam = instanceSorts.find((known) => known === query.get('sort')) ?? ''
  const sort = useMemo<Sort | undefined>(
    () => (sortParam ? { id: sortParam.replace('-', ''), descending: sortParam.startsWith('-') } : undefined),
    [sortParam],
  )
  const hide = query.get('hide') ?? ''
  return {
    view: {
      state: instanceStates.find((known) => known === query.get('state')) ?? '',
      search: (query.get('search') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
      sort: sortParam,
    } as const,
    /** The search text as typed. */
    search: query.get('search') ?? '',
    sort,
    /** The columns that are not shown. */
    hidden: useMemo(() => hide.split(',').filter((id) => id !== ''), [hide]),
    toState: (next: string) => to({ state: next }),
    searchFor: (text: string) => choose({ search: text }),
    sortBy: (next: Sort | undefined) => choose({ sort: next ? `${next.descending ? '-' : ''}${next.id}` : '' }),
    hide: (columns: readonly string[]) => choose({ hide: columns.join(',') }),
  }
}
