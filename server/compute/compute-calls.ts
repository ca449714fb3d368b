import type { alertCalls } from '../../src/contract/calls/alerts/alert-calls.ts'
import type { catalogueCalls } from '../../src/contract/calls/catalogue-calls.ts'
import type { addressCalls } from '../../src/contract/calls/compute/address-calls.ts'
import type { clusterCalls } from '../../src/contract/calls/compute/cluster-calls.ts'
import type { deployHookCalls } from '../../src/contract/calls/compute/deploy-hook-calls.ts'
import type { deploymentCalls } from '../../src/contract/calls/compute/deployment-calls.ts'
import type { domainCalls } from '../../src/contract/calls/compute/domain-calls.ts'
import type { instanceChangeCalls } from '../../src/contract/calls/compute/instance-change-calls.ts'
import type { instanceCopyCalls } from '../../src/contract/calls/compute/instance-copy-calls.ts'
import type { metricCalls } from '../../src/contract/calls/compute/metric-calls.ts'
import type { projectStateCalls } from '../../src/contract/calls/compute/project-state-calls.ts'
import type { runCalls } from '../../src/contract/calls/compute/run-calls.ts'
import type { usageCalls } from '../../src/contract/calls/compute/usage-calls.ts'
import type { variableGroupCalls } from '../../src/contract/calls/compute/variable-group-calls.ts'
import type { commandCalls } from '../../src/contract/calls/containers/command-calls.ts'
import type { shellCalls } from '../../src/contract/calls/containers/shell-calls.ts'
import type { drainCalls } from '../../src/contract/calls/drains/drain-calls.ts'
import type { instanceCalls } from '../../src/contract/calls/instance-calls.ts'
import type { instanceCreationCalls } from '../../src/contract/calls/instances/instance-creation-calls.ts'
import type { scalingCalls } from '../../src/contract/calls/instances/scaling-calls.ts'
import type { logCalls } from '../../src/contract/calls/log-calls.ts'
import type { projectCalls } from '../../src/contract/calls/project-calls.ts'
import type { quotaCalls } from '../../src/contract/calls/quota-calls.ts'
import type { alertChannelCalls } from '../../src/contract/calls/settings/alert-channel-calls.ts'
import type { backupCalls } from '../../src/contract/calls/volumes/backup-calls.ts'
import type { snapshotCalls } from '../../src/contract/calls/volumes/snapshot-calls.ts'
import type { volumeCalls } from '../../src/contract/calls/volumes/volume-calls.ts'

/** The calls that this subject handles. */
export type ComputeCall =
  | keyof typeof catalogueCalls
  | keyof typeof projectCalls
  | keyof typeof instanceCalls
  | keyof typeof instanceCreationCalls
  | keyof typeof instanceChangeCalls
  | keyof typeof deploymentCalls
  | keyof typeof metricCalls
  | keyof typeof scalingCalls
  | keyof typeof clusterCalls
  | keyof typeof usageCalls
  | keyof typeof volumeCalls
  | keyof typeof runCalls
  | keyof typeof commandCalls
  | keyof typeof shellCalls
  | keyof typeof deployHookCalls
  | keyof typeof quotaCalls
  | keyof typeof logCalls
  | keyof typeof instanceCopyCalls
  | keyof typeof addressCalls
  | keyof typeof domainCalls
  | keyof typeof alertCalls
  | keyof typeof variableGroupCalls
  | keyof typeof drainCalls
  | keyof typeof projectStateCalls
  | keyof typeof backupCalls
  | keyof typeof snapshotCalls
  | keyof typeof alertChannelCalls
