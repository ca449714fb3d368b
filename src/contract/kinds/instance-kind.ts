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
  invalidates: {
    created: [
      'readInstances',
      'readPrice',
      'readResourceUse',
      'readQuotas',
      'readRunningInstances',
      'readVariableGroupUsers',
    ],
    // A workload that ends gives back the quota that it held.
    changed: {
      state: [
        'readInstances',
        'readClusterInstances',
        'readPrice',
        'readAttention',
        'readResourceUse',
        'readQuotas',
        'readRunningInstances',
        'readReplicas',
        'readProjectFunds',
        'readClusterFunds',
      ],
      updatedAt: ['readInstanceEvents', 'readScaling', 'readScalingDecisions'],
      // The numbers of ready replicas, and the rules, which the newest deployment shows.
      services: ['readReplicas', 'readAttention', 'readDeployment'],
      deployments: ['readReplicas', 'readVariableGroupUsers', 'readAttention'],
      error: ['readAttention'],
      name: ['readInstances', 'readRunningInstances'],
      computeProject: ['readInstances', 'readProjectVolumes', 'readProjectFunds', 'readRunningInstances'],
    },
    removed: [
      'readAttention',
      'readResourceUse',
      'readInstances',
      'readClusterInstances',
      'readQuotas',
      'readRunningInstances',
      'readVariableGroupUsers',
    ],
  },
} as const satisfies ResourceKind
