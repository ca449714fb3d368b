import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { foundRows } from '../../../../src/logs/found-rows.ts'
import type { LogRows } from '../../../../src/logs/log-rows.ts'
import { type ServerSearch, selectLogSearch } from '../../../../src/logs/log-views.ts'
import { positionInFound, stepFound } from '../../../../src/logs/step-found.ts'
import type { LogQuery } from '../../../../src/logs/store/log-store-message.ts'
import { useSend } from '../../../hooks/use-console.tsx'
import { useSelected } from '../../../hooks/use-selected.ts'
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

/** Searches while there is a query, and reports the progress. */
export const useLogSearch = (
  { topic, buffer }: LogReading,
  query: LogQuery | null,
  line: number | null,
  firstInView: () => number,
): FoundState => {
  const send = useSend()
  const server = useSelected(selectLogSearch(topic), [topic])?.server ?? { kind: 'waiting' }

  useEffect(() => {
    send(query ? { type: 'ui/logSearchRequested', topic, query } : { type: 'ui/logSearchEnded', topic })
  }, [topic, query, send])
  useEffect(() => () => send({ type: 'ui/logSearchEnded', topic }), [topic, send])

  const count = useSyncExternalStore(buffer.subscribe, () => buffer.found().count)
  const isSearching = useSyncExternalStore(buffer.subscribe, () => buffer.found().isSearching)
  const error = useSyncExternalStore(buffer.subscribe, () => buffer.found().error)
  const rows = useMemo(() => foundRows(buffer), [buffer])
  return {
    count,
    position: positionInFound(buffer.found(), line),
    isSearching,
    error: error ?? fieldError(server),
    server,
    rows,
    next: (step) => stepFound(buffer.found(), line, step, firstInView()),
    continueSearch: () => send({ type: 'ui/logSearchContinued', topic }),
  }
}

/** Returns the error of a pattern that the browser can run but the server cannot. */
const fieldError = (server: ServerSearch): string | null =>
  server.kind === 'failed' && server.failure.kind === 'apiError'
    ? (server.failure.fields.find(({ field }) => field === 'find')?.message ?? null)
    : null
