import { useUrlQuery } from './use-url-query.ts'

/** The page that a field of the address names, from 1, and the address of another one with everything else as it is. */
export const usePageNumber = (field = 'page'): { page: number; to: (page: number) => string } => {
  const { query, to } = useUrlQuery()
  const requested = Number(query.get(field) ?? 1)
  return {
    page: Number.isInteger(requested) && requested > 0 ? requested : 1,
    to: (page) => to({ [field]: page === 1 ? '' : String(page) }),
  }
}
