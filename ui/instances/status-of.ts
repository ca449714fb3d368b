import type { Instance } from '../../src/contract/wire/compute.ts'
import { isWithoutProvider, transitionOf } from '../../src/instances/instances.ts'
import { isAsleep } from '../../src/instances/services/asleep-services.ts'
import type { Status } from '../parts/state/status-appearances.ts'

/** Returns the observed state, the transition to the desired one, or that all services are scaled to zero. */
export const statusOf = (instance: Instance): Status => {
  if (isWithoutProvider(instance)) return instance.status
  const transition = transitionOf(instance)
  if (transition === 'closing' || transition === 'deleting') return transition
  return isAsleep(instance) ? 'asleep' : instance.state
}
