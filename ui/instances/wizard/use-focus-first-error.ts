import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls to the first invalid field and focuses it, each time the count grows. */
export const useFocusFirstError = (count: number): RefObject<HTMLDivElement | null> => {
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (count > 0) area.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [count])
  return area
}
