import type { Instance } from '../contract/wire/compute.ts'

type Chosen = Pick<Instance, '_id' | 'desiredState' | 'computeProject'>

/** Instances that were deleted or moved meanwhile are no longer selected. */
export const stillChosen = <Row extends Chosen>(current: readonly Row[], asChosen: readonly Chosen[]): Row[] => {
  const projects = new Map(asChosen.map(({ _id, computeProject }) => [_id, computeProject]))
  return current.filter(
    ({ _id, desiredState, computeProject }) => desiredState !== 'deleted' && projects.get(_id) === computeProject,
  )
}
