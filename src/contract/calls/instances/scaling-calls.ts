import * as v from 'valibot'
import { may } from '../../access.ts'
import { call } from '../../call.ts'
import { instanceId, limit, skip } from '../../wire/common.ts'
import { dnsLabel } from '../../wire/instance/resources.ts'
import { scalingDecision, scalingMeasure, scalingReasons } from '../../wire/instance/scaling/scaling-decision.ts'

const params = v.strictObject({ id: instanceId })
const keepReasons = ['onTarget', 'addCooldown', 'removeCooldown', 'starting', 'asleep', 'atLimit'] as const

/** What the last round decided. `keep` changes nothing, `hold` could not decide. */
const choice = v.object({
  kind: v.picklist(['scale', 'keep', 'hold']),
  reason: v.picklist([...scalingReasons, ...keepReasons]),
  to: v.number(),
  measures: v.array(scalingMeasure),
})

export const scalingCalls = {
  readScaling: call({
    method: 'GET',
    path: 'compute-instance/{id}/scaling',
    access: may('instances.read', 'instance', 'params.id'),
    params,
    response: v.object({
      /** Those with rules. */
      services: v.array(
        v.object({
          name: v.string(),
          replicas: v.number(),
          ready: v.number(),
          /** The highest minimum of the schedules in progress; null for none. */
          scheduled: v.nullable(v.number()),
          /** Null before the first round, and on a node that does not measure. */
          choice: v.nullable(choice),
        }),
      ),
    }),
    refreshMs: 10_000,
    summary: 'Get what the autoscaling of an instance would do now, by service.',
  }),
  readScalingDecisions: call({
    method: 'GET',
    path: 'compute-instance/{id}/scaling/decisions',
    access: may('instances.read', 'instance', 'params.id'),
    params,
    query: v.strictObject({ skip, limit: limit(20), service: v.optional(dnsLabel) }),
    response: v.object({ decisions: v.array(scalingDecision), totalCount: v.number() }),
    refreshMs: 10_000,
    summary: 'List the scaling decisions of an instance with their numbers, newest first. They are kept for 90 days.',
  }),
}
