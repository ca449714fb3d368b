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
  audit: {
    created: 'Volume created',
    resized: 'Volume enlarged',
    attached: 'Volume attached',
    deleted: 'Volume deleted',
    abandoned: 'Volume removed without its engine',
    downloaded: 'Volume downloaded',
    uploaded: 'Archive uploaded to a volume',
    snapshotCreated: 'Snapshot created',
    snapshotDeleted: 'Snapshot deleted',
    snapshotRestored: 'Snapshot restored',
    snapshotVerified: 'Test restore started',
    snapshotDownloaded: 'Snapshot downloaded',
    backupCreated: 'Backup plan created',
    backupUpdated: 'Backup plan changed',
    backupDeleted: 'Backup plan deleted',
    backupStarted: 'Backup started',
  },
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
