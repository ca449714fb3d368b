import { useEffect, useRef } from 'react'
import { clockNowMs, subscribeToSeconds } from '../../parts/text/shared-clock.ts'

/** Calls `refresh` every `seconds` while the page is visible. */
export const useRefresh = (seconds: number, refresh: () => void): void => {
  const latest = useRef(refresh)
  latest.current = refresh
  useEffect(() => {
    let lastMs = clockNowMs()
    return subscribeToSeconds(() => {
      if (document.visibilityState !== 'visible' || clockNowMs() - lastMs < seconds * 1000) return
      lastMs = clockNowMs()
      latest.current()
    })
  }, [seconds])
}
