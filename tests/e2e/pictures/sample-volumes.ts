import type { Project } from '../../../src/contract/wire/compute.ts'
import type { Backup } from '../../../src/contract/wire/volumes/backup.ts'
import type { Restore, Snapshot } from '../../../src/contract/wire/volumes/snapshot.ts'
import type { Volume } from '../../../src/contract/wire/volumes/volume.ts'

const GIB = 1024 ** 3
const id = (last: number) => `00000000-0000-4000-8000-0000000000${String(last).padStart(2, '0')}`
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

export const sampleVolumes = ({ _id, organizationId }: Project, instanceId: string): Volume[] =>
  [
    {
      name: 'shop-data',
      class: 'beta2',
      sizeBytes: 10 * GIB,
      usedBytes: 6.4 * GIB,
      attachment: { instanceId, service: 'app', mountPath: '/var/lib/postgresql/data' },
      dailyPriceMicros: 32_000,
    },
    {
      name: 'uploads',
      class: 'beta1',
      sizeBytes: 20 * GIB,
      usedBytes: 19.3 * GIB,
      isSizeEnforced: true,
      attachment: { instanceId, service: 'app', mountPath: '/srv/uploads' },
      dailyPriceMicros: 40_000,
    },
    { name: 'cache', class: 'beta3', sizeBytes: 2 * GIB, state: 'Pending', usedBytes: null, dailyPriceMicros: 0 },
    {
      name: 'old-reports',
      class: 'beta2',
      sizeBytes: 5 * GIB,
      state: 'Deleting',
      deletionError: {
        code: 'engineNotConnected',
        message: 'The engine paris is not connected to this installation. Ask the operator to connect it.',
      },
      usedBytes: 2 * GIB,
      dailyPriceMicros: 16_000,
    },
  ].map(
    (volume, at) =>
      ({
        _id: id(at + 1),
        organizationId,
        projectId: _id,
        region: 'us-west',
        state: 'Available',
        deletionError: null,
        isSizeEnforced: false,
        measuredAt: ago(1),
        attachment: null,
        revision: 1,
        createdAt: ago(40_000),
        updatedAt: ago(1),
        ...volume,
      }) as Volume,
  )

export const sampleSnapshots = (projectId: string): Snapshot[] =>
  [
    { name: 'While the sale runs', state: 'Running', consistency: null, dailyPriceMicros: 0, createdAt: ago(1) },
    { name: 'Before the upgrade', consistency: 'paused', createdAt: ago(95) },
    {
      name: 'Nightly files',
      consistency: 'running',
      backup: { _id: id(31), name: 'Nightly files' },
      verified: { at: ago(300), error: null },
      createdAt: ago(800),
    },
    {
      name: 'Database dump',
      content: 'dump',
      volumeId: null,
      source: 'storefront, app',
      consistency: 'command',
      location: 's3',
      backup: { _id: id(32), name: 'Database dump' },
      dailyPriceMicros: 0,
      createdAt: ago(860),
    },
    {
      name: 'Nightly files',
      state: 'Failed',
      consistency: null,
      backup: { _id: id(31), name: 'Nightly files' },
      error: { code: 'storeUnreachable', message: 'The bucket shop-backups could not be used. Check its address.' },
      dailyPriceMicros: 0,
      createdAt: ago(2240),
    },
  ].map(
    (snapshot, at) =>
      ({
        _id: id(at + 11),
        projectId,
        content: 'volume',
        volumeId: id(1),
        source: 'shop-data',
        class: 'beta2',
        volumeBytes: 10 * GIB,
        state: 'Available',
        storedBytes: 2.1 * GIB,
        contentBytes: 6.3 * GIB,
        entries: 18_211,
        sha256: null,
        error: null,
        dailyPriceMicros: 3360,
        backup: null,
        location: 'folder',
        verified: null,
        author: null,
        finishedAt: ago(1),
        ...snapshot,
      }) as Snapshot,
  )

export const sampleRestores = (): Restore[] => [
  {
    _id: id(21),
    snapshotId: id(12),
    kind: 'newVolume',
    volumeId: id(4),
    target: 'shop-data-restored',
    state: 'Running',
    error: null,
    createdAt: ago(1),
    finishedAt: null,
  } as Restore,
]

export const sampleBackups = (projectId: string): Backup[] =>
  [
    {
      name: 'Nightly files',
      content: 'volume',
      volumeId: id(1),
      source: 'shop-data',
      schedule: '0 3 * * *',
      nextAt: ago(-600),
      last: { _id: id(13), state: 'Available', createdAt: ago(800) },
    },
    {
      name: 'Database dump',
      content: 'dump',
      source: 'storefront, app',
      command: ['pg_dump', '--format=custom', 'shop'],
      schedule: '30 */6 * * *',
      nextAt: ago(-95),
      place: {
        endpoint: 'https://s3.eu-central-1.amazonaws.com',
        region: 'eu-central-1',
        bucket: 'shop-backups',
        prefix: 'production',
        accessKeyId: 'made-up',
      },
      keepDays: 14,
      last: { _id: id(15), state: 'Failed', createdAt: ago(860) },
    },
  ].map(
    (backup, at) =>
      ({
        _id: id(at + 31),
        projectId,
        volumeId: null,
        pause: false,
        instanceId: null,
        service: 'app',
        command: [],
        timeZone: 'Europe/Berlin',
        enabled: true,
        verifySchedule: '0 5 * * 0',
        verifyAt: ago(-4000),
        keepLast: 7,
        keepDays: 0,
        keepWeeks: 4,
        place: null,
        createdAt: ago(40_000),
        ...backup,
      }) as Backup,
  )
