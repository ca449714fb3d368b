import { useRef } from 'react'

/** True from the first time on that it was. */
export const useHasBeen = (isNow: boolean): boolean => {
  const hasBeen = useRef(false)
  hasBeen.current ||= isNow
  return hasBeen.current
}
