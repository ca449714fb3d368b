import { kindActionLabels } from '../contract/kinds.ts'
import type { AuditAction, OwnAction } from '../contract/wire/audit.ts'

/** Labels of the actions, shown before the target. */
export const auditActionLabels: Record<AuditAction, string> = {
  'organization.created': 'Organisation created',
  'organization.deleted': 'Organisation deleted',
  'organization.changed': 'Organisation changed',
  'organization.renamed': 'Organisation renamed',
  'visibility.changed': 'Visibility changed',
  'notifications.changed': 'Notifications changed',
  'billingDetails.changed': 'Billing details changed',
  'member.joined': 'Member joined',
  'member.left': 'Member left',
  'member.removed': 'Member removed',
  'member.roleChanged': 'Member role changed',
  'role.permissionsChanged': 'Role permissions changed',
  'invite.sent': 'Invitation sent',
  'invite.sentAgain': 'Invitation resent',
  'invite.revoked': 'Invitation removed',
  'invite.declined': 'Invitation declined',
  'token.created': 'API token created',
  'token.deleted': 'API token deleted',
  ...kindActionLabels,
  'log.downloaded': 'Log downloaded',
}

/** Labels of the events of a user's own account, shown before the device or login. */
export const securityActionLabels: Record<OwnAction, string> = {
  'session.opened': 'Signed in',
  'session.ended': 'Session ended',
  'login.connected': 'Login connected',
  'login.disconnected': 'Login disconnected',
  'wallet.connected': 'Wallet connected',
  'wallet.disconnected': 'Wallet disconnected',
  'factor.added': 'Second factor added',
  'factor.removed': 'Second factor removed',
  'recoveryCode.used': 'Recovery code used',
  'recoveryCodes.renewed': 'Recovery codes renewed',
  'code.refused': 'Wrong code entered',
  'codes.locked': 'Codes locked',
  'account.banned': 'Account closed',
  'account.unbanned': 'Account reopened',
  'securityCheck.started': 'Security check started',
  'securityCheck.cleared': 'Security check cleared',
  'access.granted': 'Access granted',
  'access.denied': 'Access denied',
}

/** Labels of an entry's fields; other fields are shown by name. */
export const auditFieldLabels: Readonly<Record<string, string>> = {
  name: 'Name',
  image: 'Image',
  region: 'Region',
  plan: 'Plan',
  variable: 'Variable',
  variables: 'Variables',
  log: 'Log',
  format: 'Format',
  deployment: 'Deployment',
}
