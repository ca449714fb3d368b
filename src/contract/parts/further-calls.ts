import { alertCalls } from '../calls/alerts/alert-calls.ts'
import { apiKeyCalls } from '../calls/api-key-calls.ts'
import { auditCalls } from '../calls/audit-calls.ts'
import { avatarCalls } from '../calls/avatar-calls.ts'
import { billingDetailCalls } from '../calls/billing-detail-calls.ts'
import { catalogueCalls } from '../calls/catalogue-calls.ts'
import { addressCalls } from '../calls/compute/address-calls.ts'
import { clusterCalls } from '../calls/compute/cluster-calls.ts'
import { deployHookCalls } from '../calls/compute/deploy-hook-calls.ts'
import { deploymentCalls } from '../calls/compute/deployment-calls.ts'
import { domainCalls } from '../calls/compute/domain-calls.ts'
import { instanceChangeCalls } from '../calls/compute/instance-change-calls.ts'
import { instanceCopyCalls } from '../calls/compute/instance-copy-calls.ts'
import { metricCalls } from '../calls/compute/metric-calls.ts'
import { projectStateCalls } from '../calls/compute/project-state-calls.ts'
import { runCalls } from '../calls/compute/run-calls.ts'
import { usageCalls } from '../calls/compute/usage-calls.ts'
import { variableGroupCalls } from '../calls/compute/variable-group-calls.ts'
import { commandCalls } from '../calls/containers/command-calls.ts'
import { shellCalls } from '../calls/containers/shell-calls.ts'
import { deviceCalls } from '../calls/device-calls.ts'
import { drainCalls } from '../calls/drains/drain-calls.ts'
import { factorCalls } from '../calls/factor-calls.ts'
import { gitCalls } from '../calls/git-calls.ts'
import { instanceCreationCalls } from '../calls/instances/instance-creation-calls.ts'
import { scalingCalls } from '../calls/instances/scaling-calls.ts'
import { logCalls } from '../calls/log-calls.ts'
import { costCalls } from '../calls/money/cost-calls.ts'
import { creditCalls } from '../calls/money/credit-calls.ts'
import { fundsCalls } from '../calls/money/funds-calls.ts'
import { paymentCalls } from '../calls/money/payment-calls.ts'
import { paymentMethodCalls } from '../calls/money/payment-method-calls.ts'
import { tokenPriceCalls } from '../calls/money/token-price-calls.ts'
import { quotaCalls } from '../calls/quota-calls.ts'
import { referralCalls, withdrawalCalls } from '../calls/referral-calls.ts'
import { savedViewCalls } from '../calls/saved-view-calls.ts'
import { alertChannelCalls } from '../calls/settings/alert-channel-calls.ts'
import { loginConnectionCalls } from '../calls/settings/login-connection-calls.ts'
import { organizationSettingCalls } from '../calls/settings/organization-setting-calls.ts'
import { backupCalls } from '../calls/volumes/backup-calls.ts'
import { snapshotCalls } from '../calls/volumes/snapshot-calls.ts'
import { volumeCalls } from '../calls/volumes/volume-calls.ts'

/** The calls of every other page. New calls belong here: the browser fetches them as one chunk after its first page. */
export const furtherCalls = {
  ...avatarCalls,
  ...loginConnectionCalls,
  ...factorCalls,
  ...gitCalls,
  ...apiKeyCalls,
  ...referralCalls,
  ...withdrawalCalls,
  ...organizationSettingCalls,
  ...auditCalls,
  ...billingDetailCalls,
  ...deviceCalls,
  ...catalogueCalls,
  ...instanceChangeCalls,
  ...instanceCreationCalls,
  ...instanceCopyCalls,
  ...deploymentCalls,
  ...metricCalls,
  ...scalingCalls,
  ...clusterCalls,
  ...usageCalls,
  ...volumeCalls,
  ...addressCalls,
  ...domainCalls,
  ...alertCalls,
  ...variableGroupCalls,
  ...drainCalls,
  ...projectStateCalls,
  ...snapshotCalls,
  ...backupCalls,
  ...runCalls,
  ...commandCalls,
  ...shellCalls,
  ...deployHookCalls,
  ...savedViewCalls,
  ...alertChannelCalls,
  ...quotaCalls,
  ...logCalls,
  ...tokenPriceCalls,
  ...fundsCalls,
  ...creditCalls,
  ...paymentMethodCalls,
  ...paymentCalls,
  ...costCalls,
}
