import type { InstanceRow } from '../../../instances/instance-wire.ts'
import type { ReconcileOptions } from '../../reconcile-options.ts'
import type { RollOutRows } from '../load-roll-out.ts'

export interface StepContext {
  options: ReconcileOptions
  /** The locked row. */
  instance: InstanceRow
  rows: RollOutRows
}
