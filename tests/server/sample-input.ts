import type { CallShape } from '../../src/contract/call.ts'
import { type CallName, callNamed } from '../../src/contract/contract.ts'
import { kindBodies } from './kind-samples.ts'
import type { OrganizationFixture } from './platform-harness.ts'

export interface SampleRequest {
  method: CallShape['method']
  url: string
  payload?: Record<string, unknown> | Buffer
  headers?: Record<string, string>
}

const NOBODYS_ID = '00000000-0000-4000-8000-000000000000'

const credential = { id: 'AA', rawId: 'AA', type: 'public-key' }
const signedPasskey = { ...credential, response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' } }

/** Valid fields of every body with required fields; a new call with a body has to be added here. */
const bodies: Partial<Record<CallName, (fixture: OrganizationFixture) => Record<string, unknown>>> = {
  savePreferences: () => ({ theme: 'dark' }),
  createOrganization: () => ({ name: 'North Quay' }),
  ...kindBodies,
  saveRegistry: () => ({ address: `0x${'a1'.repeat(20)}`, name: 'Harbour' }),
  removeRegistry: () => ({ address: `0x${'a1'.repeat(20)}` }),
  setPublicAccess: () => ({ publiclyAccessible: true }),
  saveNotificationConfig: () => ({ newNotificationCategories: [] }),
  inviteMember: () => ({ userEmail: 'ada@example.org' }),
  respondToInvite: () => ({ status: 'declined' }),
  removeMember: () => ({ userId: NOBODYS_ID }),
  setRoleGroupPermissions: ({ organizationId }) => ({ organizationId, roleGroupName: 'member', permissions: null }),
  createBillingDetails: ({ organizationId }) => ({ organizationId }),
  saveBillingDetails: ({ organizationId }) => ({ organizationId }),
  addCard: ({ organizationId }) => ({
    organizationId,
    paymentMethod: 'credit card',
    details: { cardPaymentMethodType: 'card', cardService: 'stripe' },
  }),
  removePaymentMethod: ({ organizationId }) => ({ organizationId, id: NOBODYS_ID }),
  topUp: () => ({ paymentMethodId: NOBODYS_ID, amount: 20 }),
  activateCoupon: () => ({ couponActivationCode: 'NOBODYS', captchaToken: 'none' }),
  convertReferralCredit: () => ({ amount: 1 }),
  readPrice: () => ({ region: 'us-west' }),
  addPasskey: () => ({ passkey: { ...credential, response: { clientDataJSON: 'AA', attestationObject: 'AA' } } }),
  renamePasskey: () => ({ name: 'Blue key' }),
  confirmTotp: () => ({ code: '123456' }),
  stepUp: () => ({ proof: { kind: 'passkey', passkey: signedPasskey } }),
  signInWithPasskey: () => ({ passkey: signedPasskey }),
  readSignIn: () => ({ signIn: 'lsp_nobodys' }),
  startSecondFactor: () => ({ signIn: 'lsp_nobodys' }),
  completeSignIn: () => ({ signIn: 'lsp_nobodys', proof: { kind: 'passkey', passkey: signedPasskey } }),
  exchangeSignInCode: () => ({ code: 'nobodys' }),
  connectLogin: () => ({ code: 'nobodys' }),
  createWalletNonce: () => ({ wallet: 'metamask', address: `0x${'0'.repeat(40)}` }),
  createDisconnectNonce: () => ({ address: `0x${'0'.repeat(40)}` }),
  pollDeviceToken: () => ({ deviceCode: 'nobodys' }),
  decideDeviceLogin: () => ({ userCode: 'BCDF-GHJK', approve: false }),
  createApiKey: ({ organizationId }) => ({ name: 'deploys', organizationId, expiresAt: null }),
  saveReferralCode: () => ({ code: 'ada-10' }),
  createWithdrawal: () => ({
    userDetails: { firstName: 'Ada', lastName: 'Lovelace' },
    amount: 1_000_000,
    walletDetails: {
      address: `0x${'0'.repeat(40)}`,
      chainId: 1,
      signature: `0x${'0'.repeat(130)}`,
      networkName: 'Ethereum',
    },
  }),
  deleteApiKeys: () => ({ apiKeyIds: [NOBODYS_ID] }),
}

/** Calls about the caller’s own resources, which the path names by id. */
const callsWithUnknownId: CallName[] = [
  'renamePasskey',
  'removePasskey',
  'endSession',
  'revokeGitAuthorization',
  'respondToInvite',
  'markNotificationRead',
]

const queries: Partial<Record<CallName, string>> = {
  readWithdrawalMessage: `?amount=1000000&address=0x${'0'.repeat(40)}&chainId=1&networkName=Ethereum&firstName=Ada&lastName=Lovelace`,
  findOrganization: '?username=estate',
  readDeviceLogin: '?userCode=BCDF-GHJK',
  readLogRange: '?first=1&last=20',
  findLogPosition: '?at=2026-01-01T00:00:00.000Z',
  searchLogs: '?find=boat',
  readCouponValidity: '?couponActivationCode=NOBODYS',
  removeCoupon: '?creditCoupon=NOBODYS',
}

/** Returns a request that is valid by the contract, about the resources of one estate. */
export const sampleRequest = (name: CallName, fixture: OrganizationFixture): SampleRequest => {
  const { method, path, access, params, file } = callNamed(name)
  const owned = typeof access === 'string' ? undefined : access.in
  const id = owned ? fixture[`${owned}Id`] : callsWithUnknownId.includes(name) ? NOBODYS_ID : 'nano'
  const named = path
    .replace('{id}', id)
    .replace('{orgId}', id)
    .replace('{inviteId}', NOBODYS_ID)
    .replace('{runId}', NOBODYS_ID)
    .replace('{paymentMethodId}', NOBODYS_ID)
    .replace('{paymentId}', NOBODYS_ID)
    .replace('{jobId}', NOBODYS_ID)
    .replace('{snapshotId}', NOBODYS_ID)
    .replace('{backupId}', NOBODYS_ID)
    .replace('{domainId}', NOBODYS_ID)
    .replace('{deliveryId}', NOBODYS_ID)
    .replace('{incidentId}', NOBODYS_ID)
    .replace('{type}', 'fetch-logs')
    .replace('{tokenId}', '825')
    .replace('{provider}', name === 'createDisconnectNonce' ? 'metamask' : 'github')
  const url = `/api/${named}${queries[name] ?? ''}`
  if (/\{/.test(url)) throw new Error(`Add a sample input for ${name}: ${url} (${String(params)}).`)
  if (file) return { method, url, payload: Buffer.from('a file'), headers: { 'content-type': file.types[0] ?? '' } }
  const payload = bodies[name]?.(fixture)
  return { method, url, ...(payload ? { payload } : callNamed(name).body ? { payload: {} } : {}) }
}
