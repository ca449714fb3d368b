import type { CallName, ReadName, WriteName } from '../contract/contract.ts'

/** Which reads a successful write makes old. What the live stream patches by itself is not here. */
const table: Partial<Record<WriteName, readonly ReadName[]>> = {
  saveProfile: ['readProfile'],
  completeOnboarding: ['readProfile'],
  savePreferences: ['readProfile'],
  markNotificationRead: ['readNotifications'],
  markAllNotificationsRead: ['readNotifications'],
  disconnectLogin: ['readProfile', 'readSessions', 'readSecurityLog'],
  endSession: ['readSessions', 'readSecurityLog'],
  endOtherSessions: ['readSessions', 'readSecurityLog'],
  addPasskey: ['readFactors', 'readSecurityLog'],
  renamePasskey: ['readFactors'],
  removePasskey: ['readFactors', 'readSessions', 'readSecurityLog'],
  confirmTotp: ['readFactors', 'readSecurityLog'],
  removeTotp: ['readFactors', 'readSecurityLog'],
  renewRecoveryCodes: ['readFactors', 'readSecurityLog'],
  createApiKey: ['readApiKeys'],
  deleteApiKeys: ['readApiKeys'],
  joinReferral: ['readProfile', 'readReferralCode'],
  saveReferralCode: ['readReferralCode'],
  createWithdrawal: ['readCredits', 'readWithdrawals'],
  createOrganization: ['readProfile'],
  saveOrganization: ['readProfile', 'readOrganization', 'findOrganization'],
  deleteOrganization: ['readProfile'],
  setPublicAccess: ['readProfile', 'readOrganization', 'findOrganization'],
  saveNotificationConfig: ['readNotificationConfig'],
  saveRegistry: ['readOrganization'],
  inviteMember: ['readOrganization'],
  resendInvite: ['readOrganization'],
  removeInvite: ['readOrganization'],
  answerInvite: ['readProfile', 'readMyInvites'],
  removeMember: ['readProfile', 'readOrganization', 'readUsersWithRoleGroups'],
  setRoleGroupPermissions: ['readUsersWithRoleGroups', 'readOrganization', 'readRole'],
  createBillingDetails: ['readBillingDetails'],
  saveBillingDetails: ['readBillingDetails'],
  createProject: ['readProjects', 'countProjects'],
  deleteProject: ['readProjects', 'countProjects'],
}

export const readsRefreshedBy = (name: CallName): readonly ReadName[] =>
  (table as Partial<Record<CallName, readonly ReadName[]>>)[name] ?? []
