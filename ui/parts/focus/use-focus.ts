import { useEffect, useRef } from 'react'

/** Focuses a form's first field once, when the form appears. */
export const useFocus = (focus: () => void): void => {
  const first = useRef(focus)
  useEffect(() => first.current(), [])
}
