import { useQuery } from './use-query.ts'

/** The page that a field of the address names, from 1, and the address of another one with everything else as it is. */
export const usePageNumber = (field = 'page'): { page: number; to: (page: number) => string } => {
  const { query, to } = useQuery()
  const asked = Number(query.get(field) ?? 1)
  return {
    page: Number.isInteger(asked) && asked > 0 ? asked : 1,
    to: (page) => to({ [field]: page === 1 ? '' : String(page) }),
  }
}
