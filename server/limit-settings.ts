import * as v from 'valibot'
import { described, wholeNumber } from './setting-kinds.ts'

const MIB = 1_048_576
const HOUR_MS = 3_600_000

const cores = v.pipe(
  v.string(),
  v.regex(/^\d{1,4}(\.\d{1,3})?$/, 'must be a number of cores, as 0.5'),
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
/** A default that is large enough for a team's own cloud; whoever lets strangers in sets smaller ones. */
const unlessNone = <const S extends v.GenericSchema<string, number>>(schema: S) =>
  v.union([
    v.pipe(
      v.literal('none'),
      v.transform(() => null),
    ),
    schema,
  ])

/** Settings of what tenants may take of the machine, and of which images they may run. */
export const limitSettings = {
  LONGSHORE_RESERVE_CPU: described(
    v.optional(cores, '0.25'),
    'Cores of the machine that are kept for Longshore itself and never promised to an instance.',
  ),
  LONGSHORE_RESERVE_MEMORY_MB: described(
    v.optional(megabytes, '512'),
    'Memory in MiB that is kept for Longshore itself and never promised to an instance.',
  ),
  LONGSHORE_RESERVE_DISK_MB: described(
    v.optional(megabytes, '2048'),
    'Disk in MiB that is kept for Longshore itself. With less than this free nothing new is deployed.',
  ),
  LONGSHORE_DISK_WATCH_SECONDS: described(
    v.optional(v.pipe(wholeNumber, v.maxValue(300, 'must be 300 at most')), '300'),
    'How often the disk that instances use is measured, in seconds, 300 at most. One that uses more than its plan is stopped.',
  ),
  LONGSHORE_QUOTA_INSTANCES: described(
    v.optional(unlessNone(wholeNumber), '500'),
    'How many instances an organisation may have, closed ones included; none for no limit.',
  ),
  LONGSHORE_QUOTA_CPU: described(
    v.optional(unlessNone(cores), '64'),
    'How many cores the running instances of an organisation may have together; none for no limit.',
  ),
  LONGSHORE_QUOTA_MEMORY_MB: described(
    v.optional(unlessNone(megabytes), '262144'),
    'How much memory in MiB the running instances of an organisation may have together; none for no limit.',
  ),
  LONGSHORE_QUOTA_STORAGE_MB: described(
    v.optional(unlessNone(megabytes), '2097152'),
    'How much disk in MiB the running instances of an organisation may have together; none for no limit.',
  ),
  LONGSHORE_QUOTA_PORTS: described(
    v.optional(unlessNone(wholeNumber), '500'),
    'How many ports of LONGSHORE_HOST_PORTS one organisation, and one user over all organisations, may hold at once; none for no limit. Ports of ended instances count for ten minutes more, but an organisation may use its own again.',
  ),
  LONGSHORE_ORGANIZATIONS_PER_USER: described(
    v.optional(wholeNumber, '50'),
    'How many organisations one person may own.',
  ),
  LONGSHORE_LOCAL_IMAGES: described(
    v.optional(list, ''),
    'Images of the engine that everybody may run without any registry, comma separated, as tools/backup:2 or tools/*.',
  ),
  LONGSHORE_REGISTRIES: described(
    v.optional(list, ''),
    'Registries on private addresses that may be used, comma separated, as registry.internal:5000. Others are refused; in sandbox mode those on this machine are allowed.',
  ),
  LONGSHORE_LOGS_KEPT_DAYS: described(
    v.optional(wholeNumber, '30'),
    'How many days the lines of instances are kept, also after the instance has ended.',
  ),
  LONGSHORE_LOGS_KEPT_MB: described(
    v.optional(wholeNumber, '1024'),
    'How much of each instance’s lines is kept, in MiB as they are stored (compressed to about a tenth); the oldest go first.',
  ),
  LONGSHORE_REGISTRY_CONFIRMED_HOURS: described(
    v.optional(wholeNumber, '24'),
    'How long a registry’s permission counts for the same organisation, image and credentials while the registry cannot be reached.',
  ),
  LONGSHORE_IMAGES_KEPT_HOURS: described(
    v.optional(wholeNumber, '168'),
    'How long images that Longshore pulled and no instance uses stay on the engine. On a full disk they go at once.',
  ),
}

type Settings = v.InferOutput<v.ObjectSchema<typeof limitSettings, undefined>>

/** cpu in milli-units; null is no limit. */
export interface QuotaLimits {
  instances: number | null
  cpuMilli: number | null
  memoryBytes: number | null
  storageBytes: number | null
  ports: number | null
}

export interface LimitConfig {
  /** Of the machine, for the control plane alone. */
  reserve: { cpuMilli: number; memoryBytes: number; diskBytes: number }
  diskWatchMs: number
  /** Of each organisation that has none of its own. */
  quotas: QuotaLimits
  organizationsPerUser: number
  /** What is kept of each instance's logs, all its deployments together. */
  logs: { retentionDays: number; retentionBytes: number }
  images: { local: string[]; registries: string[]; confirmedMs: number; retentionMs: number }
}

export const limitsFrom = (settings: Settings): LimitConfig => ({
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
  },
  organizationsPerUser: settings.LONGSHORE_ORGANIZATIONS_PER_USER,
  logs: {
    retentionDays: settings.LONGSHORE_LOGS_KEPT_DAYS,
    retentionBytes: settings.LONGSHORE_LOGS_KEPT_MB * MIB,
  },
  images: {
    local: settings.LONGSHORE_LOCAL_IMAGES,
    registries: settings.LONGSHORE_REGISTRIES.map((registry) => registry.toLowerCase()),
    confirmedMs: settings.LONGSHORE_REGISTRY_CONFIRMED_HOURS * HOUR_MS,
    retentionMs: settings.LONGSHORE_IMAGES_KEPT_HOURS * HOUR_MS,
  },
})
