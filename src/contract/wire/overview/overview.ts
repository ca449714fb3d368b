import * as v from 'valibot'
import { instanceId, instant, projectId } from '../common.ts'

export const attentionKinds = [
  'engineUnreachable',
  'instanceFailed',
  'instanceStopped',
  'engineGone',
  'alertFiring',
  'instanceUnhealthy',
  'deploymentFailed',
  'volumeFull',
  'backupFailed',
  'jobFailed',
] as const

/** Something that a member should look at, with its reason. */
export const attentionItem = v.object({
  kind: v.picklist(attentionKinds),
  /** Null for what concerns every project. */
  project: v.nullable(v.object({ _id: projectId, name: v.string() })),
  instanceId: v.nullable(instanceId),
  /** The name of the instance, volume, backup plan or job. */
  name: v.string(),
  reason: v.string(),
  /** Since when; null if that is not known. */
  at: v.nullable(instant),
})

/**
 * What plans promise of a resource, and what is used of it; cpu in milli-units, the rest in bytes. `used` is null while
 * nothing could be measured, and covers `measured` of the `total` workloads and volumes.
 */
const resourceUse = v.object({
  promised: v.number(),
  used: v.nullable(v.number()),
  measured: v.number(),
  total: v.number(),
})

export const resourceUses = v.object({ at: instant, cpu: resourceUse, memory: resourceUse, storage: resourceUse })

export type AttentionItem = v.InferOutput<typeof attentionItem>
export type AttentionKind = AttentionItem['kind']
export type ResourceUse = v.InferOutput<typeof resourceUse>
export type ResourceUses = v.InferOutput<typeof resourceUses>
