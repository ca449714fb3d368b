import type { GitAuthorization, LoginProvider } from '../contract/wire/account.ts'
import type { InviteId, OrganizationId, UserId } from '../contract/wire/common.ts'
import type { RedemptionStatus } from '../contract/wire/money/credit.ts'
import { isStopped } from '../rules/sign-in-error-message.ts'
import { computeModalKinds } from './compute-modal-kinds.ts'
import { modal, on, onAny } from './modal-rule.ts'

type Codes = { codes: readonly string[] }

const codesOf = ({ recoveryCodes: codes }: { recoveryCodes: readonly string[] | null }): Codes | null =>
  codes && { codes }
const stoppedBy = (code: string | null) => (code !== null && isStopped(code) ? { code } : null)

/** Every kind of dialog. The component of each is in `ui/modals/dialogs.tsx`. */
export const modalKinds = {
  ...computeModalKinds,
  /** A sign-in that was stopped, by the provider's code. */
  securityCheck: modal<{ code: string }>({
    access: 'everyone',
    openedBy: [
      on('tab/connectionFailed', ({ code }) => stoppedBy(code)),
      on('ui/connectionReturned', ({ error }) => stoppedBy(error)),
      on('tab/signInFailed', ({ code }) => stoppedBy(code)),
      on('ui/callbackOpened', ({ error }) => stoppedBy(error)),
    ],
    staysOnNavigation: 'always',
  }),
  /** Another type or template, chosen while an instance is deployed again: the fields of the address to change. */
  confirmRedeploySwitch: modal<{ change: Readonly<Record<string, string>> }>({ access: 'instances.write' }),
  bracketSystemInfo: modal({ access: 'signedIn' }),
  videoPopup: modal<{ title: string; src: string }>({ access: 'signedIn' }),
  disconnectLoginConnection: modal<{ provider: LoginProvider }>({
    access: 'signedIn',
    closedBy: [on('api/disconnectLogin.succeeded', ({ input: { provider } }) => ({ provider }))],
  }),
  revokeGitAuthorization: modal<
    Pick<GitAuthorization, 'provider' | 'username' | 'organizationId'> & { organization: string }
  >({
    access: 'signedIn',
    closedBy: [
      on('api/revokeGitAuthorization.succeeded', ({ input: { provider, id: organizationId } }) => ({
        provider,
        organizationId,
      })),
    ],
  }),
  endOtherSessions: modal({ access: 'signedIn', closedBy: [onAny('api/endOtherSessions.succeeded')] }),
  createToken: modal({ access: 'signedIn' }),
  deleteToken: modal<{ ids: string[] }>({
    access: 'signedIn',
    closedBy: [on('api/deleteApiKeys.succeeded', ({ input }) => ({ ids: input.apiKeyIds }))],
  }),
  referralRules: modal({ access: 'signedIn' }),
  withdrawCredits: modal({ access: 'signedIn', closedBy: [onAny('api/createWithdrawal.succeeded')] }),
  inviteMembers: modal<{ pending?: boolean }>({
    access: 'members.write',
    pendingFrom: onAny('ui/membersInvited'),
    closedBy: [
      on('api/invitesSettled', ({ failed, isCancelled }) =>
        failed.length === 0 && !isCancelled ? { pending: true } : null,
      ),
    ],
  }),
  changeMemberRole: modal<{ userId: UserId }>({
    access: 'members.read',
    closedBy: [
      on('api/setRoleGroupPermissions.succeeded', ({ input: { userId } }) =>
        userId === undefined ? null : { userId },
      ),
    ],
  }),
  removeInvitedMember: modal<{ inviteId: InviteId; email: string }>({
    access: 'members.write',
    closedBy: [on('api/removeInvite.succeeded', ({ input: { inviteId } }) => ({ inviteId }))],
  }),
  removeMembers: modal<{ userIds: readonly UserId[] }>({
    access: 'members.write',
    closedBy: [on('api/removalsSettled', ({ userIds }) => ({ userIds }))],
  }),
  leaveOrganization: modal<{ pending?: boolean }>({
    access: 'signedIn',
    pendingFrom: onAny('ui/removeMember.requested'),
    closedBy: [on('api/removeMember.succeeded', () => ({ pending: true }))],
  }),
  /** Attaches a card. */
  stripePayment: modal({
    access: 'billing.write',
    closedBy: [
      on('api/connectCard.succeeded', ({ response: { paymentMethod } }) =>
        paymentMethod?.connectionState === 'connected' ? {} : null,
      ),
    ],
  }),
  /** Buys credit. */
  topUpBalance: modal({ access: 'billing.write' }),
  /** Redeems a coupon. */
  addCredit: modal({ access: 'billing.write', closedBy: [onAny('api/activateCoupon.succeeded')] }),
  /** The result of redeeming one. */
  redeemLongshoreCredit: modal<{ status: RedemptionStatus; amount: number | null }>({
    access: 'billing.write',
    openedBy: [on('api/activateCoupon.succeeded', ({ response: { status, amount } }) => ({ status, amount }))],
  }),
  invalidCoupon: modal<{ message: string }>({
    access: 'billing.write',
    openedBy: [
      on('api/activateCoupon.failed', ({ failure }) =>
        failure.kind === 'apiError' && failure.code === 'invalidCoupon' ? { message: failure.message } : null,
      ),
    ],
  }),
  deleteLongshoreCredit: modal<{ code: string }>({
    access: 'billing.write',
    closedBy: [on('api/removeCoupon.succeeded', ({ input: { creditCoupon } }) => ({ code: creditCoupon }))],
  }),
  convertReferralCredit: modal({ access: 'billing.write', closedBy: [onAny('api/convertReferralCredit.succeeded')] }),
  removeRegistry: modal<{ address: string; name: string }>({
    access: 'organization.write',
    closedBy: [on('api/removeRegistry.succeeded', ({ input: { address } }) => ({ address }))],
  }),
  toggleOrgVisibility: modal({ access: 'visibility.write', closedBy: [onAny('api/setPublicAccess.succeeded')] }),
  changeOrgVisibilityConfirm: modal<{ name: string; username: string; isPublic: boolean }>({
    access: 'signedIn',
    openedBy: [
      on('api/setPublicAccess.succeeded', ({ response: { organization } }) => ({
        name: organization.profile.name,
        username: organization.profile.username,
        isPublic: organization.publiclyAccessible,
      })),
    ],
  }),
  /** Not `organization.delete`: the user may lose that permission before the response arrives. */
  deleteResource: modal<{ resource: 'Organisation'; organizationId: OrganizationId; name: string; pending?: boolean }>({
    access: 'signedIn',
    pendingFrom: on('ui/deleteOrganization.requested', ({ input: { id } }) => ({ organizationId: id })),
    pendingUntil: on('api/deleteOrganization.failed', ({ input: { id } }) => ({ organizationId: id })),
    // The user may leave the deleted organisation's page before the response arrives.
    staysOnNavigation: 'pending',
  }),
  deletedResource: modal<{ resource: 'Organisation'; name: string }>({
    access: 'signedIn',
    staysOnNavigation: 'always',
  }),
  /** Confirms that it is the user, for what another dialog or page requested. */
  stepUp: modal({
    access: 'signedIn',
    openedBy: [onAny('api/stepUpNeeded')],
    closedBy: [onAny('api/stepUp.succeeded')],
  }),
  setUpTotp: modal({ access: 'signedIn', closedBy: [onAny('api/confirmTotp.succeeded')] }),
  /** Shown only once. */
  recoveryCodes: modal<Codes>({
    access: 'signedIn',
    openedBy: [
      on('api/addPasskey.succeeded', ({ response }) => codesOf(response)),
      on('api/confirmTotp.succeeded', ({ response }) => codesOf(response)),
      on('api/renewRecoveryCodes.succeeded', ({ response }) => codesOf(response)),
    ],
    staysOnNavigation: 'always',
  }),
  renamePasskey: modal<{ passkeyId: string; name: string }>({
    access: 'signedIn',
    closedBy: [onAny('api/renamePasskey.succeeded')],
  }),
  removeFactor: modal<{
    factor: { kind: 'passkey'; id: string; name: string } | { kind: 'totp' }
    isLast: boolean
  }>({
    access: 'signedIn',
    closedBy: [onAny('api/removePasskey.succeeded'), onAny('api/removeTotp.succeeded')],
  }),
  renewRecoveryCodes: modal({ access: 'signedIn', closedBy: [onAny('api/renewRecoveryCodes.succeeded')] }),
  palette: modal({ access: 'signedIn' }),
  shortcuts: modal({ access: 'everyone' }),
  /** What workloads can reach, as it was measured. */
  isolation: modal({ access: 'signedIn' }),
}
