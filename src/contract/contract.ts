import type { CallResponse, CallShape, Input, Parsed } from './call.ts'
import { accountCalls } from './calls/account-calls.ts'
import { apiKeyCalls } from './calls/api-key-calls.ts'
import { auditCalls } from './calls/audit-calls.ts'
import { avatarCalls } from './calls/avatar-calls.ts'
import { bannerCalls } from './calls/banner-calls.ts'
import { billingDetailCalls } from './calls/billing-detail-calls.ts'
import { captchaCalls } from './calls/captcha-calls.ts'
import { catalogueCalls } from './calls/catalogue-calls.ts'
import { clusterCalls } from './calls/compute/cluster-calls.ts'
import { deploymentCalls } from './calls/compute/deployment-calls.ts'
import { instanceChangeCalls } from './calls/compute/instance-change-calls.ts'
import { usageCalls } from './calls/compute/usage-calls.ts'
import { configCalls } from './calls/config-calls.ts'
import { deviceCalls } from './calls/device-calls.ts'
import { factorCalls } from './calls/factor-calls.ts'
import { gitCalls } from './calls/git-calls.ts'
import { instanceCalls } from './calls/instance-calls.ts'
import { inviteCalls } from './calls/invite-calls.ts'
import { logCalls } from './calls/log-calls.ts'
import { measureCalls } from './calls/measure-calls.ts'
import { memberCalls } from './calls/member-calls.ts'
import { notificationCalls } from './calls/notification-calls.ts'
import { organizationCalls } from './calls/organization-calls.ts'
import { projectCalls } from './calls/project-calls.ts'
import { quotaCalls } from './calls/quota-calls.ts'
import { referralCalls, withdrawalCalls } from './calls/referral-calls.ts'
import { savedViewCalls } from './calls/saved-view-calls.ts'
import { secondFactorCalls } from './calls/second-factor-calls.ts'
import { sessionCalls } from './calls/session-calls.ts'
import { walletCalls } from './calls/wallet-calls.ts'

/** Every call of the API, by name. */
export const contract = {
  ...configCalls,
  ...accountCalls,
  ...avatarCalls,
  ...notificationCalls,
  ...sessionCalls,
  ...factorCalls,
  ...secondFactorCalls,
  ...walletCalls,
  ...gitCalls,
  ...captchaCalls,
  ...apiKeyCalls,
  ...referralCalls,
  ...withdrawalCalls,
  ...organizationCalls,
  ...memberCalls,
  ...inviteCalls,
  ...auditCalls,
  ...billingDetailCalls,
  ...bannerCalls,
  ...deviceCalls,
  ...catalogueCalls,
  ...projectCalls,
  ...instanceCalls,
  ...instanceChangeCalls,
  ...deploymentCalls,
  ...clusterCalls,
  ...usageCalls,
  ...savedViewCalls,
  ...quotaCalls,
  ...logCalls,
  ...measureCalls,
}

export type Contract = typeof contract
export type CallName = keyof Contract
export type InputOf<N extends CallName> = Input<Contract[N]>
export type ResponseOf<N extends CallName> = CallResponse<Contract[N]>
export type ParsedOf<N extends CallName> = Parsed<Contract[N]>

type IsQuery<C> = C extends { method: 'GET' } | { isReadOnly: true } ? true : false
/** Calls with a streamed response: each item is a response. */
export type StreamedName = { [N in CallName]: Contract[N] extends { isStreamed: true } ? N : never }[CallName]
/** Calls with a single response. */
export type UnaryName = Exclude<CallName, StreamedName>
export type QueryName = { [N in UnaryName]: IsQuery<Contract[N]> extends true ? N : never }[UnaryName]
export type MutationName = Exclude<UnaryName, QueryName>

export const callNamed = (name: CallName): CallShape => contract[name]
