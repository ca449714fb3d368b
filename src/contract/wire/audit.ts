import * as v from 'valibot'
import { type KindAction, kindActions } from '../kinds/kind-audit.ts'
import { instant, userId } from './common.ts'
import { places } from './session.ts'

const organizationActions = [
  'organization.created',
  'organization.deleted',
  'organization.changed',
  'organization.renamed',
  'visibility.changed',
  'notifications.changed',
  'registry.saved',
  'registry.removed',
  'billingDetails.changed',
  'paymentMethod.attached',
  'paymentMethod.madePrimary',
  'paymentMethod.removed',
  'credit.purchased',
  'credit.couponRedeemed',
  'credit.couponApplied',
  'credit.couponDeleted',
  'credit.converted',
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

const instanceActions = ['log.downloaded', 'shell.opened', 'shell.closed'] as const

export type AuditAction = (typeof organizationActions)[number] | KindAction | (typeof instanceActions)[number]
export const auditActions: readonly AuditAction[] = [...organizationActions, ...kindActions, ...instanceActions]

/** What the operator of an installation does to a user's account. */
export const operatorActions = [
  'account.banned',
  'account.unbanned',
  'securityCheck.started',
  'securityCheck.cleared',
  'access.granted',
  'access.denied',
] as const

/** Events of a user's own account. */
export const ownActions = [
  'session.opened',
  'session.ended',
  'login.connected',
  'login.disconnected',
  'wallet.connected',
  'wallet.disconnected',
  'repositories.granted',
  'repositories.revoked',
  'factor.added',
  'factor.removed',
  'recoveryCode.used',
  'recoveryCodes.renewed',
  'code.refused',
  'codes.locked',
  ...operatorActions,
] as const

/** One change: its actor, the IP address, and the values before and after. */
export const auditEntry = v.object({
  /** Counts the entries of this organisation from 1, without gaps. */
  number: v.number(),
  at: instant,
  action: v.picklist(auditActions),
  /** A description of the changed resource. */
  target: v.string(),
  actor: v.object({ _id: v.nullable(userId), name: v.string() }),
  /** The API token that was used. */
  apiKeyName: v.nullable(v.string()),
  before: v.nullable(v.record(v.string(), v.unknown())),
  after: v.nullable(v.record(v.string(), v.unknown())),
  address: v.string(),
})

/** One event of a user's own account. */
export const securityEntry = v.object({
  /** Counts the entries of this user from 1, without gaps. */
  number: v.number(),
  at: instant,
  action: v.picklist(ownActions),
  /** A description of the device or the login. */
  target: v.string(),
  address: v.string(),
  place: places,
})

export type OperatorAction = (typeof operatorActions)[number]
export type OwnAction = (typeof ownActions)[number]
export type SecurityEntry = v.InferOutput<typeof securityEntry>
export type AuditEntry = v.InferOutput<typeof auditEntry>
