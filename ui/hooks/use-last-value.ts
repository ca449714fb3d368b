import { useEffect, useRef } from 'react'

/** Returns the value, or the last one while there is none. */
export const useLastValue = <T>(value: T | null): T | null => {
  const last = useRef(value)
  useEffect(() => {
    if (value !== null) last.current = value
  }, [value])
  return value ?? last.current
}
