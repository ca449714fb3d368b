import * as v from 'valibot'
import { instant } from '../common.ts'

/** What an alert rule sends to channels, and the body of a signed webhook. Texts are plain, and secrets are masked. */
export const alertMessage = v.object({
  kind: v.picklist(['firing', 'recovered', 'test']),
  alert: v.object({ id: v.string(), name: v.string() }),
  /** Ids of what began or ended: a recovery has those of its alerts. Empty for a test. */
  incidents: v.array(v.string()),
  ruleKind: v.string(),
  severity: v.picklist(['critical', 'warning', 'info']),
  /** Names; null where the message is about none or several. */
  organization: v.string(),
  project: v.nullable(v.string()),
  instance: v.nullable(v.string()),
  service: v.nullable(v.string()),
  since: instant,
  value: v.nullable(v.number()),
  threshold: v.nullable(v.number()),
  summary: v.string(),
  /** URL of the console. */
  link: v.string(),
  /** Up to five lines, such as those of a log. */
  context: v.array(v.string()),
})

export type AlertMessage = v.InferOutput<typeof alertMessage>
