import { kindActionLabels } from '../contract/kinds/kinds.ts'
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
  'session.opened': 'Logged in',
  'session.ended': 'Session ended',
  'login.connected': 'Login connected',
  'login.disconnected': 'Login disconnected',
  'wallet.connected': 'Wallet connected',
  'wallet.disconnected': 'Wallet disconnected',
  'repositories.granted': 'Access to repositories granted',
  'factor.added': 'Second factor added',
  'factor.removed': 'Second factor removed',
  'recoveryCode.used': 'Recovery code used',
  'recoveryCodes.renewed': 'Recovery codes renewed',
  'code.refused': 'Wrong code entered',
  'codes.locked': 'Codes locked',
}

/** Labels of an entry's fields; other fields are shown by name. */
export const auditFieldLabels: Readonly<Record<string, string>> = {
  name: 'Name',
  username: 'Username',
  image: 'Image',
  preferedAppType: 'Preferred app type',
  publiclyAccessible: 'Visibility',
  notificationCategories: 'E-mails',
  permissions: 'Permissions',
  role: 'Role',
  userId: 'User',
  invitedAs: 'Invited as',
  invitedBy: 'Invited by',
  reason: 'Reason',
  type: 'Type',
  scopes: 'Permissions',
  expiresAt: 'Expiration',
  start: 'Starts with',
  companyName: 'Company name',
  taxId: 'Tax ID',
  invoiceEmailRecipient: 'Invoice e-mail',
  billingAddress: 'Billing address',
  region: 'Region',
  plan: 'Plan',
  variable: 'Variable',
  variables: 'Variables',
  log: 'Log',
  format: 'Format',
  deployment: 'Deployment',
}
