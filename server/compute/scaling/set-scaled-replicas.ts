import type { ErrorCode } from '../../../src/contract/error-codes.ts'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import type { ScalingMeasure, ScalingReason } from '../../../src/contract/wire/instance/scaling/scaling-decision.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Tx } from '../../store/connection.ts'
import type { CreateOptions } from '../instances/create-instance.ts'
import { lockInstance } from '../reconcile/roll-out/lock-instance.ts'
import { applyCount } from './apply-count.ts'
import { recordDecision } from './record-decision.ts'

export type ScaleOptions = Pick<CreateOptions, 'admission' | 'regions' | 'links' | 'limits'>

export interface ScaleChange {
  instanceId: InstanceId
  service: string
  to: number
  /** The count that the change was decided for; nothing changes if it is another one by now. */
  from?: number
  reason: ScalingReason
  measures?: ScalingMeasure[]
}

export type Scaled =
  | { kind: 'scaled'; from: number; to: number }
  /** It has that many replicas already, or was changed or ended meanwhile. */
  | { kind: 'unchanged' }
  | { kind: 'refused'; code: ErrorCode; message: string }

/**
 * Changes how many replicas a service has, without a deployment: the one way to do so. More replicas are admitted as
 * those of a deployment are; a refusal is kept with its reason and changes nothing else. Keeps the decision, writes the
 * event and publishes.
 */
export async function setScaledReplicas(tx: Tx, options: ScaleOptions, change: ScaleChange): Promise<Scaled> {
  const { instanceId, service, to, reason, measures } = change
  const instance = await lockInstance(tx, instanceId)
  if (instance?.desiredState !== 'active' || (instance.state !== 'Active' && instance.state !== 'Starting'))
    return { kind: 'unchanged' }
  try {
    // A savepoint, so that a refusal takes back only what was refused.
    const from = await tx.transaction((inner) =>
      applyCount(inner, options, { instance, service, to, expected: change.from }),
    )
    if (from === undefined) return { kind: 'unchanged' }
    await recordDecision(tx, instanceId, { service, outcome: 'scaled', reason, from, to, measures })
    return { kind: 'scaled', from, to }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, message } = error
    const from = change.from ?? instance.scaledReplicas[service] ?? 0
    await recordDecision(tx, instanceId, { service, outcome: 'rejected', reason, from, to, measures, message, code })
    return { kind: 'refused', code, message }
  }
}
