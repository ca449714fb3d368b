import type { UserId } from '../../../src/contract/wire/common.ts'
import { createFairTurns } from '../../compute/fair-turns.ts'
import { ApiError } from '../../http/api-error.ts'
import { createConcurrencyLimit, takeSlots } from '../../live/concurrency-limit.ts'

/** Two, so that no picture waits for another user's large one; not more, to leave the thread pool to other work. */
const AT_ONCE = 2
/** Includes the one that is being encoded. */
const MAX_PER_USER = 2
/** Each waiting picture holds up to 5 MB of memory. */
const MAX_TOTAL = 30

const turns = createFairTurns(AT_ONCE, 1)
const ofUsers = createConcurrencyLimit(MAX_PER_USER)
const ofAll = createConcurrencyLimit(MAX_TOTAL)

/**
 * Runs work on a user's picture when it is their turn: one at a time for each user. Rejects with `tooMany` if they have
 * two pending, or all users together have many.
 */
export const inPictureTurn = async <T>(userId: UserId, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
  const release = takeSlots(
    [
      {
        limit: ofUsers,
        key: userId,
        full: `${MAX_PER_USER} of your pictures are still being processed. Wait a moment, then upload again.`,
      },
      { limit: ofAll, key: '', full: 'Many pictures are being processed. Wait a moment, then upload again.' },
    ],
    'tooMany',
  )
  try {
    // The caller has disconnected and does not read this error.
    if (!(await turns.take(userId, signal))) throw new ApiError('tooMany')
    return await work().finally(() => turns.give(userId))
  } finally {
    release()
  }
}
