import { matchRoutes, type RouteObject } from 'react-router-dom'
import { expect, test } from 'vitest'
import { gitProviders } from '../../src/contract/wire/account.ts'
import type { Modal } from '../../src/modals/modal-message.ts'
import { routesWith } from '../../ui/shell/routes.tsx'
import type { Harbour } from '../e2e/pictures/sample-harbour.ts'
import type { Team } from '../e2e/pictures/sample-team.ts'
import { scenesOf } from '../e2e/pictures/scenes-of.ts'

const open = async () => {}
const routes = routesWith({
  openConsole: open,
  openLogs: open,
  openAccount: open,
  openOrganization: open,
})
const made = { _id: 'made' }
const harbour = {
  username: 'north-pier',
  shop: made,
  empty: made,
  storefront: made,
  guestbook: made,
  cluster: made,
  worker: made,
  pair: made,
  failed: made,
}
const invite = '/invite/made#secret'
const team: Team = { openInvite: invite, acceptedInvite: invite, expiredInvite: invite, revokedInvite: invite }
// Listing the scenes needs only the ids and addresses of the sample data.
const scenes = scenesOf({ ...harbour, closed: made } as Harbour, team)

/** The scene that shows each dialog. */
const pictures: Record<Modal['kind'], string> = {
  createNewComputeProject: 'create-project',
  deleteProject: 'delete-project',
  archivePrompt: 'archive-project',
  closeInstance: 'close-instance',
  deleteInstance: 'delete-instance',
  restartInstance: 'restart-instance',
  scaleInstance: 'scale-instance',
  redeployInstance: 'redeploy-instance',
  rollbackDeployment: 'roll-back',
  saveInstanceConfig: 'save-configuration',
  saveHealthCheckConfig: 'health-check',
  runCommand: 'run-command',
  createJob: 'create-job',
  editJob: 'edit-job',
  deleteJob: 'delete-job',
  createDeployHook: 'create-deploy-hook',
  deleteDeployHook: 'delete-deploy-hook',
  bulkAction: 'bulk-action',
  leaseAddress: 'lease-address',
  releaseAddress: 'release-address',
  attachVolume: 'attach-volume',
  resizeVolume: 'resize-volume',
  deleteVolume: 'delete-volume',
  createSnapshot: 'take-snapshot',
  restoreSnapshot: 'restore-snapshot',
  deleteSnapshot: 'delete-snapshot',
  downloadSnapshot: 'download-snapshot',
  downloadVolume: 'download-volume',
  uploadArchive: 'upload-archive',
  createBackup: 'create-backup-plan',
  deleteBackup: 'delete-backup-plan',
  deleteCluster: 'delete-cluster',
  editName: 'change-name',
  duplicateInstance: 'duplicate-instance',
  moveInstance: 'move-instance',
  privateDockerCredentials: 'credentials',
  confirmRedeploySwitch: 'redeploy-switch',
  bracketSystemInfo: 'brackets',
  securityCheck: 'security-check',
  videoPopup: 'video',
  disconnectLoginConnection: 'disconnect-login',
  revokeGitAuthorization: 'revoke-repositories',
  endOtherSessions: 'end-other-sessions',
  createToken: 'create-token',
  deleteToken: 'delete-token',
  referralRules: 'referral-rules',
  withdrawCredits: 'withdraw',
  inviteMembers: 'invite-members',
  changeMemberRole: 'change-role',
  removeInvitedMember: 'remove-invitation',
  removeMembers: 'remove-members',
  leaveOrganization: 'leave-organisation',
  removeRegistry: 'remove-registry',
  toggleOrgVisibility: 'organisation-privacy',
  changeOrgVisibilityConfirm: 'organisation-public',
  deleteResource: 'remove-organisation',
  deletedResource: 'removed-organisation',
  stepUp: 'confirm-it-is-you',
  setUpTotp: 'set-up-authenticator-app',
  recoveryCodes: 'recovery-codes',
  renamePasskey: 'rename-passkey',
  removeFactor: 'remove-passkey',
  renewRecoveryCodes: 'renew-recovery-codes',
  stripePayment: 'attach-card',
  topUpBalance: 'top-up-method',
  addCredit: 'add-credit',
  redeemLongshoreCredit: 'coupon-success',
  invalidCoupon: 'invalid-coupon',
  deleteLongshoreCredit: 'delete-coupon',
  convertReferralCredit: 'convert-referral-credit',
  palette: 'palette',
  shortcuts: 'shortcuts',
  isolation: 'isolation',
}

test('the gallery has a screenshot of every dialog', () => {
  const names = scenes.map(({ name }) => name)
  expect(Object.values(pictures).filter((name) => !names.includes(`modal-${name}`))).toStrictEqual([])
})

/** Redirect pages have no content of their own. */
const passages = new Set([
  '/:organization/:projectId/:instanceId/logs (index)',
  '/',
  '/login/:provider',
  '/signup/:provider',
  '/connection-callback',
  '/logout',
  ...gitProviders.flatMap((provider) => [`/${provider}/auth/:id`, `/${provider}/callback/auth`]),
  '/post-login',
  '/:provider/new-login-connection',
  '/user (index)',
  '/user/settings (index)',
  '/:organization/settings (index)',
  '/:organization/billing (index)',
  ...['privacy', 'notifications', 'danger-zone'].map((section) => `/:organization/settings/${section}`),
])

const nameOf = (parents: string, { path = '', index }: RouteObject): string =>
  index ? `${parents} (index)` : `${parents}${path.startsWith('/') || path === '' ? path : `/${path}`}`

const pagesOf = (within: readonly RouteObject[], parents = ''): string[] =>
  within.flatMap((route) => {
    const name = nameOf(parents, route)
    return route.children ? pagesOf(route.children, name) : [name]
  })

const pageOf = (address: string): string =>
  (matchRoutes(routes, address) ?? []).reduce((parents, { route }) => nameOf(parents, route), '')

test('the gallery has a screenshot of every page', () => {
  const pictured = new Set(scenes.map(({ path }) => pageOf(path)))
  const pages = pagesOf(routes)
  expect(pages.filter((page) => !pictured.has(page) && !passages.has(page))).toStrictEqual([])
  expect([...passages].filter((page) => !pages.includes(page))).toStrictEqual([])
})
