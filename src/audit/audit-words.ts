import type { AuditAction } from '../contract/wire/audit.ts'

/** What was done, before what it was done to. */
export const auditWords: Record<AuditAction, string> = {
  'organization.created': 'Organisation made',
  'organization.changed': 'Organisation changed',
  'organization.renamed': 'Organisation renamed',
  'visibility.changed': 'Visibility changed',
  'notifications.changed': 'Notifications changed',
  'billingDetails.changed': 'Billing details changed',
  'member.joined': 'Member joined',
  'member.left': 'Member left',
  'member.removed': 'Member removed',
  'member.roleChanged': 'Role of a member changed',
  'role.permissionsChanged': 'Permissions of a role changed',
  'invite.sent': 'Invitation sent',
  'invite.sentAgain': 'Invitation sent again',
  'invite.revoked': 'Invitation removed',
  'invite.declined': 'Invitation declined',
  'token.created': 'API token made',
  'token.deleted': 'API token deleted',
}
