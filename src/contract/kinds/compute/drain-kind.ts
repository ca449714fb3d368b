import type { ResourceKind } from '../resource-kind.ts'

export const drainKind = {
  name: 'drain',
  label: 'Log drain',
  plural: 'Log drains',
  appType: 'compute',
  permissions: { prefix: 'drains', read: 'View log drains', write: 'Send logs elsewhere with log drains' },
  slice: 'drains',
  readOne: 'readDrain',
  invalidates: { created: ['readDrains'], changed: {}, removed: ['readDrains'] },
} as const satisfies ResourceKind
