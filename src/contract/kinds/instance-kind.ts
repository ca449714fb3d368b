import type { ResourceKind } from './resource-kind.ts'

export const instanceKind = {
  name: 'instance',
  label: 'Instance',
  plural: 'Instances',
  appType: 'compute',
  permissions: {
    prefix: 'instances',
    read: 'View instances',
    write: 'Deploy, change and delete instances, and reveal their variables',
  },
  slice: 'instances',
  readOne: 'readInstance',
  audit: {
    created: 'Instance deployed',
    updated: 'Instance updated',
    restarted: 'Instance restarted',
    redeployed: 'Instance redeployed',
    rolledBack: 'Instance rolled back',
    autoscalingChanged: 'Autoscaling rules changed',
    renamed: 'Instance renamed',
    moved: 'Instance moved to another project',
    closed: 'Instance closed',
    deleted: 'Instance deleted',
    variableRevealed: 'Variable revealed',
    commandRun: 'Command run',
    runCanceled: 'Run cancelled',
    jobCreated: 'Job created',
    jobChanged: 'Job changed',
    jobDeleted: 'Job deleted',
    deployHookCreated: 'Deploy hook created',
    deployHookDeleted: 'Deploy hook deleted',
  },
  invalidates: {
    created: ['readInstances', 'readPrice', 'readQuotas', 'readRunningInstances', 'readVariableGroupUsers'],
    // A workload that ends gives back the quota that it held.
    changed: {
      state: [
        'readInstances',
        'readClusterInstances',
        'readPrice',
        'readQuotas',
        'readRunningInstances',
        'readReplicas',
        'readProjectFunds',
        'readClusterFunds',
      ],
      // The numbers of ready replicas.
      services: ['readReplicas'],
      deployments: ['readReplicas', 'readVariableGroupUsers'],
      name: ['readInstances', 'readRunningInstances'],
      computeProject: ['readInstances', 'readProjectVolumes', 'readProjectFunds', 'readRunningInstances'],
    },
    removed: ['readInstances', 'readClusterInstances', 'readQuotas', 'readRunningInstances', 'readVariableGroupUsers'],
  },
} as const satisfies ResourceKind
