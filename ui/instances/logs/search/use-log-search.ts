import { useMemo, useSyncExternalStore } from 'react'
import { foundRows } from '../../../../src/logs/found-rows.ts'
import type { LogRows } from '../../../../src/logs/log-rows.ts'
import type { ServerSearch } from '../../../../src/logs/log-views.ts'
import { combinedSearch } from '../../../../src/logs/merge/combined-search.ts'
import { positionInFound, stepFound } from '../../../../src/logs/step-found.ts'
import { useSend } from '../../../hooks/use-console.tsx'
import type { LogReading } from '../reading/use-log-reading.ts'

export interface FoundState {
  count: number
  /** The current match, from 1. */
  position: number | null
  isSearching: boolean
  error: string | null
  server: ServerSearch
  rows: LogRows
  next(step: 1 | -1): number | undefined
  /** Makes the server search the rest. */
  continueSearch(): void
}

/** Reports the progress of the searches of all logs as one. */
export const useLogSearch = (
  { topics, views, merged }: LogReading,
  line: number | null,
  firstInView: () => number,
): FoundState => {
  const send = useSend()
  const server = combinedSearch(views.map(({ search }) => search?.server ?? { kind: 'waiting' }))

  const { subscribe: whenChanged } = merged
  const count = useSyncExternalStore(whenChanged, () => merged.found().count)
  const isSearching = useSyncExternalStore(whenChanged, () => merged.found().isSearching)
  const error = useSyncExternalStore(whenChanged, () => merged.found().error)
  const rows = useMemo(() => foundRows(merged), [merged])
  return {
    count,
    position: positionInFound(merged.found(), line),
    isSearching,
    error: error ?? fieldError(server),
    server,
    rows,
    next: (step) => stepFound(merged.found(), line, step, firstInView()),
    continueSearch: () => {
      for (const topic of topics) send({ type: 'ui/logSearchContinued', topic })
    },
  }
}

/** Returns the error of a pattern that the browser can run but the server cannot. */
const fieldError = (server: ServerSearch): string | null =>
  server.kind === 'failed' && server.failure.kind === 'apiError'
    ? (server.failure.fields.find(({ field }) => field === 'find')?.message ?? null)
    : null
