import { useSearchParams } from 'react-router-dom'

/** The page that the address names, from 1, and the address of another one with everything else as it is. */
export const usePageNumber = (): { page: number; to: (page: number) => string } => {
  const [query] = useSearchParams()
  const asked = Number(query.get('page') ?? 1)
  const to = (page: number): string => {
    const next = new URLSearchParams(query)
    if (page === 1) next.delete('page')
    else next.set('page', String(page))
    return `?${next}`
  }
  return { page: Number.isInteger(asked) && asked > 0 ? asked : 1, to }
}
