import type { FromKeeper, KeeperLine } from '../keeper/keeper-message.ts'
import type { FoundLines, LogExtent, LogQuery } from '../log-book.ts'
import { FoundSequences } from './found-sequences.ts'
import { patternFault } from './pattern-fault.ts'

type Found = Extract<FromKeeper, { kind: 'found' }>
type FindFailed = Extract<FromKeeper, { kind: 'findFailed' }>

const nothing = (): FoundSequences => {
  const found = new FoundSequences(0)
  found.isSearching = false
  return found
}

/** What the present query found; answers to an older one are not heard. */
export const createFinder = (keeper: KeeperLine, extent: () => LogExtent) => {
  let id = 0
  let found = nothing()

  return {
    found: (): FoundLines => found,
    find: (query: LogQuery | null): void => {
      id += 1
      found = query ? new FoundSequences(extent().oldest) : nothing()
      found.fault = query?.as === 'regex' ? patternFault(query.find) : null
      found.isSearching = query !== null && found.fault === null
      keeper.say({ kind: 'find', id, query: found.fault === null ? query : null })
    },
    add: (sequences: readonly number[]): void => {
      found.add([...new Set(sequences)].sort((a, b) => a - b))
    },
    hear: (message: Found): void => {
      if (message.id !== id) return
      found.add(message.sequences)
      found.isSearching = message.isSearching
    },
    hearFailure: (message: FindFailed): void => {
      if (message.id !== id) return
      found.fault = message.words
      found.isSearching = false
    },
    keepFrom: (oldest: number): void => found.keepFrom(oldest),
  }
}
