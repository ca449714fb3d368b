import { instanceKind } from './instance-kind.ts'
import { spendQueries } from './project-kind.ts'
import type { ResourceKind } from './resource-kind.ts'

const lists = ['readProjectVolumes', 'readInstanceVolumes'] as const

export const volumeKind = {
  name: 'volume',
  label: 'Volume',
  plural: 'Volumes',
  appType: 'compute',
  // A volume is made by the configuration of an instance.
  permissions: instanceKind.permissions,
  slice: 'volumes',
  readOne: 'readVolume',
  invalidates: {
    created: [...lists, 'readQuotas'],
    changed: {
      attachment: ['readInstanceVolumes'],
      sizeBytes: ['readQuotas', ...spendQueries],
      usedBytes: ['readAttention', 'readInstanceEvents'],
      // A volume is charged from when its data exists.
      state: spendQueries,
    },
    removed: [...lists, 'readAttention', 'readQuotas', ...spendQueries],
  },
} as const satisfies ResourceKind
