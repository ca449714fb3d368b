import type { ServiceSettings } from '../../contract/wire/instance/service.ts'
import type { Size } from '../../rules/format-size.ts'
import { usernameFrom } from '../../rules/usernames.ts'
import type { RulesDraft } from '../scaling/rules-draft-schema.ts'
import { replicasAtStart, type ServiceTotals, totalsOf } from './service-totals.ts'

const GIB = 1_073_741_824

export type StorageClass = ServiceSettings['volumes'][number]['class']

export const storageLabels: Readonly<Record<StorageClass, string>> = { beta1: 'HDD', beta2: 'SSD', beta3: 'NVMe' }

export const PERSISTENT_STORAGE_GIB = 20

/** Persistent storage as it is typed. */
export interface VolumeChoice {
  class: StorageClass
  sizeGib: number | null
  mountPath: string
}

/** What is chosen beside the plan of a single service. */
export interface PlanExtras {
  /** Null while the field is empty. */
  count: number | null
  volume: VolumeChoice | null
  ipLease: ServiceSettings['ipLease']
}

export const noExtras: PlanExtras = { count: 1, volume: null, ipLease: 'shared-ip' }

/** Returns the name of an instance's volume: `shop-data` for `Shop`. */
export const volumeName = (instanceName: string): string => {
  const name = usernameFrom(instanceName).replace(/^[^a-z]+/, '')
  const parts = [...name.slice(0, 50).split('-'), 'data']
  return parts.filter((part) => part !== '').join('-')
}

export const volumeOf = ({ class: kind, sizeGib, mountPath }: VolumeChoice, instanceName: string) => ({
  name: volumeName(instanceName),
  class: kind,
  sizeBytes: sizeGib === null ? Number.NaN : Math.round(sizeGib * GIB),
  mountPath,
})

export const storageOf = ({ volume }: PlanExtras) =>
  volume ? [{ class: volume.class, size: Math.round((volume.sizeGib ?? 0) * GIB) }] : []

/** Returns what all replicas of a single service need. Empty fields count as nothing. */
export const planTotals = (
  size: Size,
  extras: PlanExtras,
  publicPorts: number,
  autoscaling: RulesDraft | null = null,
): ServiceTotals =>
  totalsOf(
    [
      {
        cpuMilli: size.cpu,
        memoryBytes: size.memory,
        storageBytes: size.storage,
        replicas: replicasAtStart(extras.count ?? 0, autoscaling, storageOf(extras)),
        volumes: storageOf(extras).map(({ size: sizeBytes, ...volume }) => ({ ...volume, sizeBytes })),
        ipLease: extras.ipLease,
      },
    ],
    publicPorts,
  )
