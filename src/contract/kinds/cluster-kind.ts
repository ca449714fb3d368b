import { instanceKind } from './instance-kind.ts'
import type { ResourceKind } from './resource-kind.ts'

export const clusterKind = {
  name: 'cluster',
  label: 'Cluster',
  plural: 'Clusters',
  appType: 'compute',
  // A cluster shows nothing but instances.
  permissions: instanceKind.permissions,
  slice: 'clusters',
  readOne: 'readCluster',
  invalidates: { created: ['readClusters'], changed: {}, removed: ['readClusters'] },
} as const satisfies ResourceKind
