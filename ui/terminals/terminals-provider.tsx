import { type ReactNode, useEffect, useState } from 'react'
import { loadTerminals } from '../../src/terminals/load-terminals.ts'
import type { OpenTerminals } from '../../src/terminals/open-terminals.ts'
import { FailedState } from '../parts/waiting/failed-state.tsx'
import { SkeletonText } from '../parts/waiting/skeleton-text.tsx'
import { TerminalsContext } from './use-terminals.ts'

/** Loads the connection of shells, whose sessions stay open when the page is left. */
export const TerminalsProvider = ({ children }: { children: ReactNode }) => {
  const [terminals, setTerminals] = useState<OpenTerminals | 'failed' | null>(null)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round loads it again
  useEffect(() => {
    let isMounted = true
    const show = (next: OpenTerminals | 'failed') => isMounted && setTerminals(next)
    loadTerminals().then(show, () => show('failed'))
    return () => {
      isMounted = false
    }
  }, [round])
  if (terminals === 'failed')
    return (
      <FailedState
        title="Shells could not be loaded"
        text="Check your connection, then try again."
        onRetry={() => setRound(round + 1)}
      />
    )
  if (terminals === null) return <SkeletonText lines={6} />
  return <TerminalsContext value={terminals}>{children}</TerminalsContext>
}
