import type { Instance } from '../../src/contract/wire/compute.ts'
import { isWithoutProvider, transitionOf } from '../../src/instances/instances.ts'
import type { Status } from '../parts/state/status-appearances.ts'

/** Returns the observed state, or the transition to the desired one. */
export const statusOf = (instance: Instance): Status => {
  if (isWithoutProvider(instance)) return instance.status
  const transition = transitionOf(instance)
  return transition === 'closing' || transition === 'deleting' ? transition : instance.state
}
