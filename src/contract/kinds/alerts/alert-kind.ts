import { instanceKind } from '../instance-kind.ts'
import type { ResourceKind } from '../resource-kind.ts'

export const alertKind = {
  name: 'alert',
  label: 'Alert rule',
  plural: 'Alert rules',
  appType: 'compute',
  // A rule watches instances, for everybody who may see them.
  permissions: instanceKind.permissions,
  slice: 'alerts',
  readOne: 'readAlert',
  invalidates: {
    created: ['readAlerts', 'readMetrics'],
    changed: {
      firing: ['readIncidents', 'readIncident', 'readAttention', 'readInstanceEvents', 'readMetrics'],
      updatedAt: ['readIncidents', 'readMetrics'],
    },
    removed: ['readAlerts', 'readIncidents', 'readAttention', 'readMetrics'],
  },
} as const satisfies ResourceKind
