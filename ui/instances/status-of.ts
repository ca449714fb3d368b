import type { Instance } from '../../src/contract/wire/compute.ts'
import { moveOf } from '../../src/instances/instances.ts'
import type { Status } from '../parts/state/status-looks.ts'

/** What is observed, unless the instance is on its way to something else. */
export const statusOf = (instance: Instance): Status => {
  const move = moveOf(instance)
  return move === 'closing' || move === 'deleting' ? move : instance.state
}
