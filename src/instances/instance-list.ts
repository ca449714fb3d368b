import type { Instance } from '../contract/wire/compute.ts'

/** Closed instances, and those that failed to start, are not charged. */
export const isCharged = ({ desiredState, state }: Instance): boolean =>
  desiredState === 'active' && (state === 'Starting' || state === 'Active')

export const dailyPriceOf = ({ extendedInstances }: Instance): number =>
  extendedInstances.reduce((sum, { defaultDailyTopup }) => sum + defaultDailyTopup, 0)
