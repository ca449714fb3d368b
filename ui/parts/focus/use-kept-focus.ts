import { type FocusEvent, useEffect, useRef } from 'react'
import { type FocusPlace, placeOf, standIn } from './focus-place.ts'

/** Handlers for what draws rows: when the focused one is taken away, the row beside it has the focus. */
export const useKeptFocus = () => {
  const place = useRef<FocusPlace | null>(null)
  // After every drawing: each of them may have taken the row away.
  useEffect(() => {
    const lost = place.current
    if (lost === null || lost.element.isConnected) return
    place.current = null
    if (document.activeElement === document.body) standIn(lost)?.focus()
  })
  return {
    onFocus: ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
      // What is focused in a menu of a row is told here too, and stands elsewhere.
      place.current = currentTarget.contains(target) ? placeOf(target) : null
    },
    // Not told for what is taken away.
    onBlur: () => {
      place.current = null
    },
  }
}
