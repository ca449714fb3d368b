import { instanceKind } from './instance-kind.ts'
import type { ResourceKind } from './resource-kind.ts'

export const savedViewKind = {
  name: 'savedView',
  label: 'Saved view',
  plural: 'Saved views',
  appType: 'compute',
  // A view shows nothing but instances, and is shared with everybody who may see them.
  permissions: instanceKind.permissions,
  slice: 'savedViews',
  readOne: 'readSavedView',
  invalidates: { created: ['readSavedViews'], changed: {}, removed: ['readSavedViews'] },
} as const satisfies ResourceKind
