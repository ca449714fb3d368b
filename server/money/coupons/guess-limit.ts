import type { OrganizationId, UserId } from '../../../src/contract/wire/common.ts'
import type { RedemptionStatus } from '../../../src/contract/wire/money/credit.ts'
import { ApiError } from '../../http/api-error.ts'
import { networkOf } from '../../http/network-of.ts'
import { createWindowCounter } from '../../http/window-counter.ts'

/** Codes in a minute that are unknown, or not applicable. */
const MAX_GUESSES = 10
/** Users behind the address of an office share it. */
const MAX_GUESSES_OF_NETWORK = 40

interface Guesser {
  userId: UserId
  organizationId: OrganizationId
  address: string
}

/** Rejects with `tooMany` after too many wrong codes of a user, an organisation or an address. Right codes do not count. */
export type LimitGuesses = <T extends { status: RedemptionStatus }>(
  guesser: Guesser,
  lookUp: () => Promise<T>,
) => Promise<T>

export const createGuessLimit = (): LimitGuesses => {
  const byOwner = createWindowCounter(MAX_GUESSES)
  const byNetwork = createWindowCounter(MAX_GUESSES_OF_NETWORK)
  return async ({ userId, organizationId, address }, lookUp) => {
    const counts = [
      { counter: byOwner, key: `user/${userId}` },
      { counter: byOwner, key: `organization/${organizationId}` },
      { counter: byNetwork, key: networkOf(address) },
    ]
    // Counted before the look-up, so that concurrent requests are limited like consecutive ones.
    const taken = counts.filter(({ counter, key }) => counter.take(key))
    const giveBack = () => {
      for (const { counter, key } of taken) counter.giveBack(key)
    }
    if (taken.length < counts.length) {
      giveBack()
      throw new ApiError('tooMany')
    }
    try {
      const result = await lookUp()
      if (result.status === 'Success' || result.status === 'Pending') giveBack()
      return result
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'invalidCoupon')) giveBack()
      throw error
    }
  }
}
