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
  audit: {
    created: 'Domain added',
    changed: 'Domain changed',
    moved: 'Domain moved to another instance',
    deleted: 'Domain removed',
    certificateUploaded: 'Certificate uploaded',
    certificateDeleted: 'Uploaded certificate removed',
  },
  invalidates: {
    created: ['readDomains'],
    changed: { instanceId: ['readDomains'] },
    removed: ['readDomains'],
  },
} as const satisfies ResourceKind
