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
  audit: {
    created: 'Variable group created',
    changed: 'Variable group changed',
    deleted: 'Variable group deleted',
    variableRevealed: 'Variable of a group revealed',
  },
  invalidates: {
    created: ['readVariableGroups'],
    changed: { variables: ['readVariableGroupUsers'] },
    removed: ['readVariableGroups'],
  },
} as const satisfies ResourceKind
