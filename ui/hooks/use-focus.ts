import { useEffect, useRef } from 'react'

/** Gives the focus to a form's first field when the form arrives, and never again. */
export const useFocus = (focus: () => void): void => {
  const first = useRef(focus)
  useEffect(() => first.current(), [])
}
