import type { FoundLines, LogExtent } from '../log-buffer.ts'
import type { LogQuery, LogStoreEvent, LogStorePort } from '../store/log-store-message.ts'
import { FoundSequences } from './found-sequences.ts'
import { patternError } from './pattern-error.ts'

type Found = Extract<LogStoreEvent, { kind: 'found' }>
type FindFailed = Extract<LogStoreEvent, { kind: 'findFailed' }>

const nothing = (): FoundSequences => {
  const found = new FoundSequences(0)
  found.isSearching = false
  return found
}

/** Tracks the results of the current query; responses to an older query are ignored. */
export const createFinder = (store: LogStorePort, extent: () => LogExtent) => {
  let id = 0
  let found = nothing()

  return {
    found: (): FoundLines => found,
    find: (query: LogQuery | null): void => {
      id += 1
      found = query ? new FoundSequences(extent().oldest) : nothing()
      found.error = query?.as === 'regex' ? patternError(query.find) : null
      found.isSearching = query !== null && found.error === null
      store.post({ kind: 'find', id, query: found.error === null ? query : null })
    },
    add: (sequences: readonly number[]): void => {
      found.add([...new Set(sequences)].sort((a, b) => a - b))
    },
    handle: (message: Found): void => {
      if (message.id !== id) return
      found.add(message.sequences)
      found.isSearching = message.isSearching
    },
    handleFailure: (message: FindFailed): void => {
      if (message.id !== id) return
      found.error = message.message
      found.isSearching = false
    },
    dropBefore: (oldest: number): void => found.dropBefore(oldest),
  }
}
