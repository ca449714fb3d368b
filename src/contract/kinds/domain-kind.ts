import { instanceKind } from './instance-kind.ts'
import type { ResourceKind } from './resource-kind.ts'

export const domainKind = {
  name: 'domain',
  label: 'Domain',
  plural: 'Domains',
  appType: 'compute',
  permissions: instanceKind.permissions,
  slice: 'domains',
  readOne: 'readDomain',
  invalidates: {
    created: ['readDomains', 'readInstanceEvents'],
    changed: {
      instanceId: ['readDomains', 'readInstanceEvents'],
      // Certificates and states.
      updatedAt: ['readInstanceEvents'],
    },
    removed: ['readInstanceEvents'],
  },
} as const satisfies ResourceKind
