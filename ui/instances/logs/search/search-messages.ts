import { failureMessage } from '../../../../src/core/failure.ts'
import type { ServerSearch } from '../../../../src/logs/log-views.ts'
import { numberText } from '../log-text.ts'

/** How much of the log was searched: there may be more matches than are counted while it is not the whole. */
export type Searched = 'running' | 'part' | 'whole'

export const searchedOf = (isSearching: boolean, { kind }: ServerSearch): Searched => {
  if (isSearching || kind === 'waiting' || kind === 'running') return 'running'
  return kind === 'ended' ? 'whole' : 'part'
}

const noMatchLabels = { running: 'Searching', part: 'None found yet', whole: 'No line found' } as const

/** "12 of 3,401": where the reader is among what was found. "3,401+" says that there may be more. */
export const formatMatchCount = (count: number, position: number | null, searched: Searched): string => {
  if (count === 0) return noMatchLabels[searched]
  const found = `${numberText(count)}${searched === 'part' ? '+' : ''}`
  return position === null ? `${found} found` : `${numberText(position)} of ${found}`
}

/** How far the server is with the lines that the browser does not hold; null when there is nothing to say. */
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
      return `${stopReasonMessages[server.reason]}Not all lines before ${numberText(server.upTo + 1)} are searched yet.`
    case 'failed':
      return `Older lines could not be searched. ${failureMessage(server.failure)}`
  }
}

const stopReasonMessages = {
  limit: '',
  timedOut: 'The search took too long. ',
  failed: 'The search broke off. ',
} as const
