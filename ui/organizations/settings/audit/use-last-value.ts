import { useEffect, useRef } from 'react'

/** The value, or while there is none the last one that there was. */
export const useLastValue = <T>(value: T | null): T | null => {
  const last = useRef(value)
  useEffect(() => {
    if (value !== null) last.current = value
  }, [value])
  return value ?? last.current
}
