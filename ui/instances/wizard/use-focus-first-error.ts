import { type RefObject, useEffect, useRef } from 'react'

/** A group of radio buttons cannot be invalid to ARIA, so it is marked beside it. */
const INVALID = '[aria-invalid="true"], [data-invalid] input:enabled'

/** Scrolls to the first invalid field and focuses it, each time the count grows. */
export const useFocusFirstError = (count: number): RefObject<HTMLDivElement | null> => {
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (count > 0) area.current?.querySelector<HTMLElement>(INVALID)?.focus()
  }, [count])
  return area
}
