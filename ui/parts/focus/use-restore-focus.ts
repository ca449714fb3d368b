import { type FocusEvent, useEffect, useRef } from 'react'
import { type FocusTarget, focusTargetOf, standIn } from './focus-target.ts'

/** Returns handlers for a list: when the focused row is removed, the focus moves to its neighbour. */
export const useRestoreFocus = () => {
  const focusTarget = useRef<FocusTarget | null>(null)
  // After every render, since any may have removed the row.
  useEffect(() => {
    const removed = focusTarget.current
    if (removed === null || removed.element.isConnected) return
    focusTarget.current = null
    if (document.activeElement === document.body) standIn(removed)?.focus()
  })
  return {
    onFocus: ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
      // React reports the focus in a row's menu here too, which is rendered elsewhere.
      focusTarget.current = currentTarget.contains(target) ? focusTargetOf(target) : null
    },
    // A removed element sends no blur event.
    onBlur: () => {
      focusTarget.current = null
    },
  }
}
