import { failureMessage } from '../../../../src/core/failure.ts'
import type { ServerSearch } from '../../../../src/logs/log-views.ts'
import { numberText } from '../log-text.ts'

/** How much of the log was searched; with less than the whole there may be more matches. */
export type Searched = 'running' | 'part' | 'whole'

export const searchedOf = (isSearching: boolean, { kind }: ServerSearch): Searched => {
  if (isSearching || kind === 'waiting' || kind === 'running') return 'running'
  return kind === 'ended' ? 'whole' : 'part'
}

const noMatchLabels = { running: 'Searching', part: 'No matches yet', whole: 'No matches' } as const

/** "12 of 3,401": the current match and the count. "3,401+" if there may be more. */
export const formatMatchCount = (count: number, position: number | null, searched: Searched): string => {
  if (count === 0) return noMatchLabels[searched]
  const found = `${numberText(count)}${searched === 'part' ? '+' : ''}`
  return position === null ? `${found} found` : `${numberText(position)} of ${found}`
}

/** The progress of the server's search, or null. */
export const serverSearchMessage = (server: ServerSearch): string | null => {
  switch (server.kind) {
    case 'waiting':
    case 'ended':
      return null
    case 'running': {
      const { scanned, total } = server.progress
      return `Searching older lines, ${total === 0 ? 0 : Math.floor((100 * scanned) / total)} %`
    }
    case 'stopped':
      return `${stopReasonMessages[server.reason]}${unsearchedMessage(server.upTo)}`
    case 'failed':
      return `Older lines could not be searched. ${failureMessage(server.failure)}`
  }
}

const unsearchedMessage = (upTo: number): string =>
  upTo === 0
    ? 'Some older lines have not been searched.'
    : `Some lines before ${numberText(upTo + 1)} have not been searched.`

const stopReasonMessages = {
  limit: '',
  timedOut: 'The search took too long. ',
  failed: 'The search was interrupted. ',
} as const
