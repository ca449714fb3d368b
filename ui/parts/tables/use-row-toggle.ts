import { useCallback, useEffect, useRef } from 'react'

type Choose = (selected: ReadonlySet<string>) => void

/** Returns a callback that selects or deselects a row. It is stable, because rows are memoised. */
export const useRowToggle = (selected: ReadonlySet<string> | undefined, onSelect: Choose | undefined) => {
  const latest = useRef({ selected, onSelect })
  useEffect(() => {
    latest.current = { selected, onSelect }
  })
  return useCallback((id: string) => {
    const next = new Set(latest.current.selected)
    if (!next.delete(id)) next.add(id)
    latest.current.onSelect?.(next)
  }, [])
}
