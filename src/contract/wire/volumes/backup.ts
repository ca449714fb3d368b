import * as v from 'valibot'
import { filledText, instanceId, instant, projectId, text, whole } from '../common.ts'
import { commandLine } from '../instance/health-check.ts'
import { dnsLabel } from '../instance/resources.ts'
import { backupId, contents, snapshotId, snapshotName, snapshotStates } from './snapshot.ts'
import { volumeId } from './volume.ts'

/** A bucket that the user owns. Its secret access key is written and never read. */
export const backupPlace = v.strictObject({
  endpoint: v.pipe(
    filledText(300),
    v.url('Enter an address such as https://s3.eu-central-1.amazonaws.com.'),
    v.regex(/^https?:\/\/[^@?#]*$/i, 'Use http or https, without a user, a query or a fragment.'),
  ),
  region: filledText(60),
  bucket: v.pipe(
    v.string(),
    v.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'Use 3 to 63 lower-case letters, digits, dots and hyphens.'),
  ),
  prefix: v.optional(
    v.pipe(text(200), v.regex(/^([\w.-]+\/)*[\w.-]*$/, 'Use letters, digits, dots, hyphens and single slashes.')),
    '',
  ),
  accessKeyId: filledText(128),
})

const kept = v.pipe(whole, v.minValue(0, 'At least 0.'), v.maxValue(1000, 'At most 1,000.'))

/** What a backup is of: the files of a volume, or what a command of a service writes to its standard output. */
export const backupSource = v.variant('content', [
  v.strictObject({ content: v.literal('volume'), volumeId, pause: v.optional(v.boolean(), false) }),
  v.strictObject({
    content: v.literal('dump'),
    instanceId,
    serviceName: dnsLabel,
    command: v.pipe(commandLine, v.minLength(1, 'Enter a command.')),
  }),
])

export const backupSettings = {
  name: snapshotName,
  source: backupSource,
  /** Minute, hour, day of the month, month and day of the week, as in crontab. */
  schedule: filledText(100),
  timeZone: v.optional(filledText(60), 'UTC'),
  enabled: v.optional(v.boolean(), true),
  /** When the newest backup is restored into a scratch volume to verify it; null for never. */
  verifySchedule: v.optional(v.nullable(filledText(100)), null),
  /** The newest backups are kept, and the newest of each of so many days and weeks. */
  keepLast: v.optional(v.pipe(kept, v.minValue(1, 'At least 1.')), 7),
  keepDays: v.optional(kept, 0),
  keepWeeks: v.optional(kept, 0),
  /** Null for the platform's store. */
  place: v.optional(v.nullable(backupPlace), null),
  secretAccessKey: v.optional(filledText(200)),
}

/** Fields that are left out stay as they are. */
export const backupChanges = {
  name: v.optional(snapshotName),
  schedule: v.optional(filledText(100)),
  timeZone: v.optional(filledText(60)),
  enabled: v.optional(v.boolean()),
  verifySchedule: v.optional(v.nullable(filledText(100))),
  keepLast: v.optional(v.pipe(kept, v.minValue(1, 'At least 1.'))),
  keepDays: v.optional(kept),
  keepWeeks: v.optional(kept),
  secretAccessKey: v.optional(filledText(200)),
}

export const backup = v.object({
  _id: backupId,
  projectId,
  name: v.string(),
  content: v.picklist(contents),
  volumeId: v.nullable(volumeId),
  pause: v.boolean(),
  instanceId: v.nullable(instanceId),
  service: v.string(),
  command: v.array(v.string()),
  /** The name of its volume, or of its instance and service; null once that is deleted. */
  source: v.nullable(v.string()),
  schedule: v.string(),
  timeZone: v.string(),
  enabled: v.boolean(),
  nextAt: v.nullable(instant),
  verifySchedule: v.nullable(v.string()),
  verifyAt: v.nullable(instant),
  keepLast: v.number(),
  keepDays: v.number(),
  keepWeeks: v.number(),
  place: v.nullable(v.object(backupPlace.entries)),
  last: v.nullable(v.object({ _id: snapshotId, state: v.picklist(snapshotStates), createdAt: instant })),
  createdAt: instant,
})

export type BackupPlace = v.InferOutput<typeof backupPlace>
export type BackupSource = v.InferOutput<typeof backupSource>
export type Backup = v.InferOutput<typeof backup>
