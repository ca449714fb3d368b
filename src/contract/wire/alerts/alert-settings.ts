import * as v from 'valibot'
import { filledText, instanceId, instant, projectId, uuid } from '../common.ts'
import { dnsLabel } from '../instance/resources.ts'
import { alertCondition } from './alert-condition.ts'
import { alertSeverities } from './alert-severity.ts'

/** What a user decides about a rule. */
export const alertSettings = {
  name: filledText(60),
  /** The whole organisation, unless it is about one project or one instance. */
  projectId: v.nullable(projectId),
  instanceId: v.nullable(instanceId),
  /** One service by its name; empty for all. */
  service: v.union([v.literal(''), dnsLabel]),
  severity: v.picklist(alertSeverities),
  condition: alertCondition,
  /** Channels that receive its messages. */
  channelIds: v.pipe(v.array(uuid), v.maxLength(20, 'At most 20 channels.')),
  /** Whether members get a notification. */
  notify: v.boolean(),
  /** Whether owners and administrators get a mail. */
  mail: v.boolean(),
}

export const muteSettings = v.strictObject({
  /** Without a time, until a user ends it. */
  muted: v.nullable(v.strictObject({ until: v.nullable(instant) })),
})
