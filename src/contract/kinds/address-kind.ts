import { instanceKind } from './instance-kind.ts'
import { spendQueries } from './project-kind.ts'
import type { ResourceKind } from './resource-kind.ts'

export const addressKind = {
  name: 'address',
  label: 'IP address',
  plural: 'IP addresses',
  appType: 'compute',
  // The configuration of an instance leases addresses as well.
  permissions: instanceKind.permissions,
  slice: 'addresses',
  readOne: 'readAddress',
  invalidates: {
    created: ['readProjectAddresses', 'readQuotas', ...spendQueries],
    changed: {},
    removed: ['readProjectAddresses', 'readQuotas', ...spendQueries],
  },
} as const satisfies ResourceKind
