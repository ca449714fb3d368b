import { sql } from 'drizzle-orm'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import type { InstanceEventKind } from '../../../src/contract/wire/instance/instance-event.ts'
import type {
  ScalingMeasure,
  ScalingOutcome,
  ScalingReason,
} from '../../../src/contract/wire/instance/scaling/scaling-decision.ts'
import type { Tx } from '../../store/connection.ts'
import { scalingDecisions } from '../../store/schema.ts'
import { recordInstanceEvent } from '../events/instance-events.ts'

export interface NewDecision {
  service: string
  outcome: ScalingOutcome
  reason: ScalingReason
  from: number
  to: number
  measures?: ScalingMeasure[] | undefined
  /** Why it was not admitted. */
  message?: string | undefined
  /** The error code of the refusal. */
  code?: string | undefined
}

const kinds: Record<ScalingOutcome, InstanceEventKind> = {
  scaled: 'replicasScaled',
  held: 'scalingHeld',
  resumed: 'scalingResumed',
  rejected: 'scalingRejected',
}

/**
 * Keeps a decision with its numbers, and writes it to the timeline. What was not done is kept only when its reason is
 * another than that of the last decision. The caller has locked the instance. Returns whether it was kept.
 */
export async function recordDecision(tx: Tx, instanceId: InstanceId, decision: NewDecision): Promise<boolean> {
  const { service, outcome, reason, from, to, measures = [], message = '', code = '' } = decision
  if (outcome !== 'scaled') {
    const { rows } = await tx.execute<{ outcome: string; reason: string; code: string }>(sql`
      select outcome, reason, code from ${scalingDecisions}
      where instance_id = ${instanceId} and service = ${service} order by at desc, id desc limit 1`)
    const [last] = rows
    if (last?.outcome === outcome && (outcome === 'rejected' ? last.code === code : last.reason === reason))
      return false
  }
  // The time of the statement, so that several decisions of one transaction keep their order.
  await tx
    .insert(scalingDecisions)
    .values({ instanceId, service, outcome, reason, from, to, measures, message, code, at: sql`clock_timestamp()` })
  await recordInstanceEvent(tx, instanceId, {
    kind: kinds[outcome],
    service,
    data: { from, to, reason, ...(message !== '' && { message }) },
  })
  return true
}
