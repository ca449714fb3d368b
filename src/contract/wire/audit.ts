import * as v from 'valibot'
import { instant, userId } from './common.ts'

export const auditActions = [
  'organization.created',
  'organization.changed',
  'organization.renamed',
  'visibility.changed',
  'notifications.changed',
  'billingDetails.changed',
  'member.joined',
  'member.left',
  'member.removed',
  'member.roleChanged',
  'role.permissionsChanged',
  'invite.sent',
  'invite.sentAgain',
  'invite.revoked',
  'invite.declined',
  'token.created',
  'token.deleted',
] as const

/** One change: who made it, from where, what it was before and after. */
export const auditEntry = v.object({
  /** Grows with time. */
  number: v.number(),
  at: instant,
  action: v.picklist(auditActions),
  /** What it was done to, in words. */
  target: v.string(),
  actor: v.object({ _id: v.nullable(userId), name: v.string() }),
  /** The API token that spoke for them. */
  apiKeyName: v.nullable(v.string()),
  before: v.nullable(v.record(v.string(), v.unknown())),
  after: v.nullable(v.record(v.string(), v.unknown())),
  address: v.string(),
})

export type AuditAction = (typeof auditActions)[number]
export type AuditEntry = v.InferOutput<typeof auditEntry>
