import { useQuery } from './use-query.ts'

/** The page that the address names, from 1, and the address of another one with everything else as it is. */
export const usePageNumber = (): { page: number; to: (page: number) => string } => {
  const { query, to } = useQuery()
  const asked = Number(query.get('page') ?? 1)
  return {
    page: Number.isInteger(asked) && asked > 0 ? asked : 1,
    to: (page) => to({ page: page === 1 ? '' : String(page) }),
  }
}
