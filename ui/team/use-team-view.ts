import { useMemo } from 'react'
import { roleGroups } from '../../src/contract/wire/role.ts'
import type { Sort } from '../parts/tables/column.ts'
import { useQuery } from '../projects/use-query.ts'

/** How the team is looked at: all of it stands in the address. */
export const useTeamView = () => {
  const { query, choose, to } = useQuery()
  const asked = query.get('sort') ?? ''
  const sort = useMemo<Sort | undefined>(
    () => (asked ? { id: asked.replace(/^-/, ''), descending: asked.startsWith('-') } : undefined),
    [asked],
  )
  return {
    tab: query.get('tab') === 'invited' ? ('invited' as const) : ('members' as const),
    search: query.get('search') ?? '',
    role: roleGroups.find((known) => known === query.get('role')) ?? ('' as const),
    sort,
    toTab: (tab: '' | 'invited') => to({ tab, search: '', role: '', sort: '' }),
    find: (search: string) => choose({ search }),
    ofRole: (role: string) => choose({ role }),
    sortBy: (wanted: Sort | undefined) => choose({ sort: wanted ? `${wanted.descending ? '-' : ''}${wanted.id}` : '' }),
  }
}
