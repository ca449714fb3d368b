import { useState } from 'react'
import type { Plan } from '../../../../src/contract/wire/catalogue.ts'
import { lastLoaded } from '../../../../src/core/remote-data.ts'
import { useQuery } from '../../../hooks/use-query.ts'

const PLANS_AT_ONCE = 50
/** The API returns no more at once. */
const MAX_PLANS = 200
const MAX_SEARCH_LENGTH = 60

/** The plans whose name contains the search text; the server searches. The previous ones stay while these load. */
export const usePlans = (search: string) => {
  const [pages, setPages] = useState(1)
  const [last, setLast] = useState<{ totalCount: number; akashMachineImages: Plan[] } | null>(null)
  const name = search.trim().slice(0, MAX_SEARCH_LENGTH)
  const limit = Math.min(pages * PLANS_AT_ONCE, MAX_PLANS)
  const { data, retry } = useQuery('readPlans', { skip: 0, limit, ...(name && { name }) })
  const loaded = lastLoaded(data)?.value
  if (loaded && loaded !== last) setLast(loaded)
  const shown = loaded ?? last
  return {
    data,
    retry,
    shown,
    hasMore: shown !== null && shown.akashMachineImages.length < Math.min(shown.totalCount, MAX_PLANS),
    showMore: () => setPages(pages + 1),
  }
}
