import { instanceKind } from './instance-kind.ts'
import type { ResourceKind } from './resource-kind.ts'

export const variableGroupKind = {
  name: 'variableGroup',
  label: 'Variable group',
  plural: 'Variable groups',
  appType: 'compute',
  // Its values end up in instances.
  permissions: instanceKind.permissions,
  slice: 'variableGroups',
  readOne: 'readVariableGroup',
  invalidates: {
    created: ['readVariableGroups'],
    changed: { variables: ['readVariableGroupUsers'] },
    removed: ['readVariableGroups'],
  },
} as const satisfies ResourceKind
