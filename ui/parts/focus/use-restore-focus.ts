import { type FocusEvent, useEffect, useRef } from 'react'
import { type FocusTarget, focusTargetOf, standIn } from './focus-target.ts'

/** Handlers for what draws rows: when the focused one is taken away, the row beside it has the focus. */
export const useRestoreFocus = () => {
  const focusTarget = useRef<FocusTarget | null>(null)
  // After every drawing: each of them may have taken the row away.
  useEffect(() => {
    const removed = focusTarget.current
    if (removed === null || removed.element.isConnected) return
    focusTarget.current = null
    if (document.activeElement === document.body) standIn(removed)?.focus()
  })
  return {
    onFocus: ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
      // What is focused in a menu of a row is told here too, and stands elsewhere.
      focusTarget.current = currentTarget.contains(target) ? focusTargetOf(target) : null
    },
    // Not told for what is taken away.
    onBlur: () => {
      focusTarget.current = null
    },
  }
}
