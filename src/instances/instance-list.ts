import type { Instance } from '../contract/wire/compute.ts'

/** Closed instances, and those that failed to start, are not charged. */
export const isCharged = ({ desiredState, state }: Instance): boolean =>
  desiredState === 'active' && (state === 'Starting' || state === 'Active')

export const dailyPriceOf = ({ extendedInstances }: Instance): number =>
  extendedInstances.reduce((sum, { defaultDailyTopup }) => sum + defaultDailyTopup, 0)

type Chosen = Pick<Instance, '_id' | 'desiredState' | 'computeProject'>

/** Instances that were deleted or moved meanwhile are no longer selected. */
export const stillChosen = <Row extends Chosen>(current: readonly Row[], asChosen: readonly Chosen[]): Row[] => {
  const projects = new Map(asChosen.map(({ _id, computeProject }) => [_id, computeProject]))
  return current.filter(
    ({ _id, desiredState, computeProject }) => desiredState !== 'deleted' && projects.get(_id) === computeProject,
  )
}
