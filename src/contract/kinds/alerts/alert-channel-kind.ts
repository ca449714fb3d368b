import { instanceKind } from '../instance-kind.ts'
import type { ResourceKind } from '../resource-kind.ts'

export const alertChannelKind = {
  name: 'alertChannel',
  label: 'Alert channel',
  plural: 'Alert channels',
  appType: 'compute',
  // Its messages are about instances.
  permissions: instanceKind.permissions,
  slice: 'alertChannels',
  readOne: 'readAlertChannel',
  invalidates: {
    created: ['readAlertChannels'],
    changed: { updatedAt: ['readChannelDeliveries', 'readChannelDelivery', 'readIncident'] },
    removed: ['readAlertChannels'],
  },
} as const satisfies ResourceKind
