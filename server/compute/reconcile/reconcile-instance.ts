import { closeInstance, removeInstance } from './close-instance.ts'
import { ensureRunning, type Trigger } from './ensure-running.ts'
import type { LeasedInstance } from './leased-instance.ts'
import type { ReconcileOptions, Requeue } from './reconcile-options.ts'

/** Takes the steps that bring an instance to what is wished for it. */
export async function reconcileInstance(
  options: ReconcileOptions,
  leased: LeasedInstance,
  trigger: Trigger,
): Promise<Requeue> {
  const { desiredState, state } = leased.row
  if (desiredState === 'deleted') return removeInstance(options, leased)
  if (desiredState === 'closed') return state === 'Closed' ? undefined : closeInstance(options, leased)
  if (state === 'Starting' || state === 'Active') return ensureRunning(options, leased, trigger)
  return undefined
}
