import { useMemo } from 'react'
import { roleGroups } from '../../src/contract/wire/role.ts'
import { useUrlQuery } from '../hooks/use-url-query.ts'
import type { Sort } from '../parts/tables/column.ts'

/** Reads and writes the team's view in the address. */
export const useTeamView = () => {
  const { query, choose, to } = useUrlQuery()
  const sortParam = query.get('sort') ?? ''
  const sort = useMemo<Sort | undefined>(
    () => (sortParam ? { id: sortParam.replace(/^-/, ''), descending: sortParam.startsWith('-') } : undefined),
    [sortParam],
  )
  return {
    tab: query.get('tab') === 'invited' ? ('invited' as const) : ('members' as const),
    search: query.get('search') ?? '',
    role: roleGroups.find((known) => known === query.get('role')) ?? ('' as const),
    sort,
    toTab: (tab: '' | 'invited') => to({ tab, search: '', role: '', sort: '' }),
    find: (search: string) => choose({ search }),
    ofRole: (role: string) => choose({ role }),
    sortBy: (next: Sort | undefined) => choose({ sort: next ? `${next.descending ? '-' : ''}${next.id}` : '' }),
  }
}
