import { type RefObject, useEffect, useRef } from 'react'

/** Brings the first field at fault into view, and the focus to it, each time that the count grows. */
export const useFocusFirstError = (count: number): RefObject<HTMLDivElement | null> => {
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (count > 0) area.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [count])
  return area
}
