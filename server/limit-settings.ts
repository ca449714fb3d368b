import * as v from 'valibot'
import { type OutgoingConfig, outgoingFrom, outgoingSettings } from './outgoing/outgoing-settings.ts'
import { described, type HostPortRange, hostPortRange, wholeNumber } from './setting-kinds.ts'

const MIB = 1_048_576
const HOUR_MS = 3_600_000

const cores = v.pipe(
  v.string(),
  v.regex(/^\d{1,4}(\.\d{1,3})?$/, 'must be a number of cores, such as 0.5'),
  v.transform((text) => Math.round(Number(text) * 1000)),
)
const megabytes = v.pipe(
  v.string(),
  v.regex(/^\d{1,9}$/, 'must be a whole number of MiB'),
  v.transform((text) => Number(text) * MIB),
)
const list = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  ),
)
/**
 * Also accepts `none` for no limit. The defaults suit a team's own cloud; an installation that is open to strangers
 * needs smaller ones.
 */
const unlessNone = <const S extends v.GenericSchema<string, number>>(schema: S) =>
  v.union([
    v.pipe(
      v.literal('none'),
      v.transform(() => null),
    ),
    schema,
  ])

/** Settings for the resources that tenants may use and the images that they may run. */
export const limitSettings = {
  LONGSHORE_RESERVE_CPU: described(
    v.optional(cores, '0.25'),
    'Cores reserved for Longshore itself and never allocated to instances.',
  ),
  LONGSHORE_RESERVE_MEMORY_MB: described(
    v.optional(megabytes, '512'),
    'Memory in MiB reserved for Longshore itself and never allocated to instances.',
  ),
  LONGSHORE_RESERVE_DISK_MB: described(
    v.optional(megabytes, '2048'),
    'Disk in MiB reserved for Longshore itself. Nothing new is deployed while less than this is free.',
  ),
  LONGSHORE_DISK_WATCH_SECONDS: described(
    v.optional(v.pipe(wholeNumber, v.maxValue(300, 'must be at most 300')), '300'),
    'Interval in seconds for measuring the disk usage of instances, 300 at most. An instance that exceeds its plan is stopped.',
  ),
  LONGSHORE_QUOTA_INSTANCES: described(
    v.optional(unlessNone(wholeNumber), '500'),
    'Maximum number of instances in an organisation, closed ones included; none for no limit.',
  ),
  LONGSHORE_QUOTA_CPU: described(
    v.optional(unlessNone(cores), '64'),
    'Maximum cores of all running instances in an organisation; none for no limit.',
  ),
  LONGSHORE_QUOTA_MEMORY_MB: described(
    v.optional(unlessNone(megabytes), '262144'),
    'Maximum memory in MiB of all running instances in an organisation; none for no limit.',
  ),
  LONGSHORE_QUOTA_STORAGE_MB: described(
    v.optional(unlessNone(megabytes), '2097152'),
    'Maximum disk in MiB of all running instances in an organisation; none for no limit.',
  ),
  LONGSHORE_QUOTA_PORTS: described(
    v.optional(unlessNone(wholeNumber), '500'),
    'Maximum ports of LONGSHORE_HOST_PORTS in use by one organisation, and by one user over all organisations; none for no limit. Ports of ended instances count for another ten minutes, but their organisation may reuse them.',
  ),
  LONGSHORE_SHARED_PORTS: described(
    v.optional(hostPortRange, '30000-32767'),
    'Range of ports of the shared address, for public TCP and UDP ports of instances. Choose ports outside LONGSHORE_HOST_PORTS and the system’s range for outgoing connections.',
  ),
  LONGSHORE_QUOTA_ADDRESSES: described(
    v.optional(unlessNone(wholeNumber), '20'),
    'Maximum dedicated and static IP addresses that an organisation holds; none for no limit.',
  ),
  LONGSHORE_QUOTA_PROJECTS: described(
    v.optional(unlessNone(wholeNumber), '500'),
    'Maximum number of projects in an organisation; none for no limit.',
  ),
  LONGSHORE_ORGANIZATIONS_PER_USER: described(
    v.optional(wholeNumber, '50'),
    'Maximum number of organisations that one user may own.',
  ),
  LONGSHORE_LOCAL_IMAGES: described(
    v.optional(list, ''),
    'Comma-separated images of the engine that every user may run without a registry, such as tools/backup:2 or tools/*.',
  ),
  LONGSHORE_REGISTRIES: described(
    v.optional(list, ''),
    'Comma-separated registries on private addresses that may be used, such as registry.internal:5000. Others are rejected, except those on this machine in sandbox mode.',
  ),
  LONGSHORE_LOG_RETENTION_DAYS: described(
    v.optional(wholeNumber, '30'),
    'Days for which log lines of instances are kept, even after the instance has ended.',
  ),
  LONGSHORE_LOG_RETENTION_MB: described(
    v.optional(wholeNumber, '1024'),
    'Maximum size in MiB of each instance’s stored log lines (compressed to about a tenth); the oldest are removed first.',
  ),
  LONGSHORE_REGISTRY_CONFIRMED_HOURS: described(
    v.optional(wholeNumber, '24'),
    'Hours for which a registry’s permission stays valid for the same organisation, image and credentials while the registry cannot be reached.',
  ),
  LONGSHORE_IMAGE_RETENTION_HOURS: described(
    v.optional(wholeNumber, '168'),
    'Hours for which images that Longshore pulled and no instance uses stay on the engine. On a full disk they are removed at once.',
  ),
  LONGSHORE_KEPT_DEPLOYMENTS: described(
    v.optional(wholeNumber, '10'),
    'Number of the newest deployments of each instance that served and whose images stay on the engine, so that a rollback needs no registry.',
  ),
  LONGSHORE_BACKUP_HOSTS: described(
    v.optional(list, ''),
    'Comma-separated hosts of S3 servers, with their ports, to which backups may be sent although they have private addresses.',
  ),
  ...outgoingSettings,
}

type Settings = v.InferOutput<v.ObjectSchema<typeof limitSettings, undefined>>

/** `cpuMilli` is in thousandths of a core; null means no limit. */
export interface QuotaLimits {
  instances: number | null
  cpuMilli: number | null
  memoryBytes: number | null
  storageBytes: number | null
  ports: number | null
  addresses: number | null
  projects: number | null
}

export interface LimitConfig extends OutgoingConfig {
  /** Resources of the machine that are reserved for the control plane. */
  reserve: { cpuMilli: number; memoryBytes: number; diskBytes: number }
  diskWatchMs: number
  /** Defaults for organisations without quotas of their own. */
  quotas: QuotaLimits
  organizationsPerUser: number
  /** The ports of the shared address. */
  sharedPorts: HostPortRange
  /** Log retention for each instance, over all its deployments. */
  logs: { retentionDays: number; retentionBytes: number }
  images: { local: string[]; registries: string[]; confirmedMs: number; retentionMs: number; keptDeployments: number }
  /** In lower case. */
  backupHosts: string[]
}

export const limitsFrom = (settings: Settings, isSandbox: boolean): LimitConfig => ({
  ...outgoingFrom(settings, isSandbox),
  reserve: {
    cpuMilli: settings.LONGSHORE_RESERVE_CPU,
    memoryBytes: settings.LONGSHORE_RESERVE_MEMORY_MB,
    diskBytes: settings.LONGSHORE_RESERVE_DISK_MB,
  },
  diskWatchMs: settings.LONGSHORE_DISK_WATCH_SECONDS * 1000,
  quotas: {
    instances: settings.LONGSHORE_QUOTA_INSTANCES,
    cpuMilli: settings.LONGSHORE_QUOTA_CPU,
    memoryBytes: settings.LONGSHORE_QUOTA_MEMORY_MB,
    storageBytes: settings.LONGSHORE_QUOTA_STORAGE_MB,
    ports: settings.LONGSHORE_QUOTA_PORTS,
    addresses: settings.LONGSHORE_QUOTA_ADDRESSES,
    projects: settings.LONGSHORE_QUOTA_PROJECTS,
  },
  organizationsPerUser: settings.LONGSHORE_ORGANIZATIONS_PER_USER,
  sharedPorts: settings.LONGSHORE_SHARED_PORTS,
  logs: {
    retentionDays: settings.LONGSHORE_LOG_RETENTION_DAYS,
    retentionBytes: settings.LONGSHORE_LOG_RETENTION_MB * MIB,
  },
  images: {
    local: settings.LONGSHORE_LOCAL_IMAGES,
    registries: settings.LONGSHORE_REGISTRIES.map((registry) => registry.toLowerCase()),
    confirmedMs: settings.LONGSHORE_REGISTRY_CONFIRMED_HOURS * HOUR_MS,
    retentionMs: settings.LONGSHORE_IMAGE_RETENTION_HOURS * HOUR_MS,
    keptDeployments: settings.LONGSHORE_KEPT_DEPLOYMENTS,
  },
  backupHosts: settings.LONGSHORE_BACKUP_HOSTS.map((host) => host.toLowerCase()),
})
