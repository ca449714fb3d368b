import { failureWords } from '../../../../src/core/failure.ts'
import type { ServerSearch } from '../../../../src/logs/log-views.ts'
import { MOST_FOUND } from '../../../../src/logs/search-request.ts'
import { numberText } from '../line-words.ts'

/** "12 of 3,401": where the reader is among what was found. */
export const countWords = (count: number, place: number | null, isOver: boolean): string => {
  if (count === 0) return isOver ? 'No line found' : 'Searching'
  return place === null ? `${numberText(count)} found` : `${numberText(place)} of ${numberText(count)}`
}

/** How far the server is with the lines that the browser does not hold; null when there is nothing to say. */
export const serverWords = (server: ServerSearch): string | null => {
  switch (server.kind) {
    case 'waiting':
      return null
    case 'running': {
      const { scanned, total } = server.progress
      return `Searching older lines, ${total === 0 ? 0 : Math.floor((100 * scanned) / total)} %`
    }
    case 'ended':
      return endWords[server.reason]
    case 'failed':
      return `Older lines could not be searched. ${failureWords(server.failure)}`
  }
}

const endWords = {
  all: null,
  limit: `Of the older lines the newest ${numberText(MOST_FOUND)} that match are shown.`,
  timedOut: 'The search took too long: the oldest lines were not searched.',
  failed: 'The search broke off: the oldest lines were not searched.',
} as const
