import { useMemo } from 'react'
import { instanceStates } from '../../src/contract/wire/compute.ts'
import type { InstanceView } from '../../src/instances/instance-list.ts'
import type { Sort } from '../parts/tables/column.ts'
import { useQuery } from '../projects/use-query.ts'

/** How the list is looked at: all of it stands in the address. */
export const useInstanceView = () => {
  const { query, choose, to } = useQuery()
  const state = instanceStates.find((known) => known === query.get('state')) ?? ''
  const view: InstanceView = { state, search: query.get('search') ?? '' }
  const asked = query.get('sort') ?? ''
  const sort = useMemo<Sort | undefined>(
    () => (asked ? { id: asked.replace(/^-/, ''), descending: asked.startsWith('-') } : undefined),
    [asked],
  )
  return {
    view,
    sort,
    toState: (wanted: string) => to({ state: wanted, page: '' }),
    search: (text: string) => choose({ search: text, page: '' }),
    sortBy: (wanted: Sort | undefined) =>
      choose({ sort: wanted ? `${wanted.descending ? '-' : ''}${wanted.id}` : '', page: '' }),
  }
}
