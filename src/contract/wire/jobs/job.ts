import * as v from 'valibot'
import { deploymentId, filledText, instanceId, instant, userId, uuid, whole } from '../common.ts'
import { commandLine } from '../instance/health-check.ts'
import { dnsLabel } from '../instance/resources.ts'

export const runId = v.pipe(uuid, v.brand('RunId'))
export const jobId = v.pipe(uuid, v.brand('JobId'))
export type RunId = v.InferOutput<typeof runId>
export type JobId = v.InferOutput<typeof jobId>

export const runStates = ['Queued', 'Running', 'Succeeded', 'Failed', 'TimedOut', 'Canceled', 'Skipped'] as const
export const overlapRules = ['forbid', 'replace', 'allow'] as const

export const command = v.pipe(
  commandLine,
  v.minLength(1, 'Enter a command.'),
  v.check(([program]) => program !== '', 'Enter a command.'),
)

export const timeoutSeconds = v.pipe(
  whole,
  v.minValue(1, 'At least 1 second.'),
  v.maxValue(86_400, 'At most a day (86,400 seconds).'),
)

/** What to run, and in the image and environment of which service; the first one by default. */
export const runCommand = {
  serviceName: v.optional(dnsLabel),
  command,
  timeoutSeconds: v.optional(timeoutSeconds, 3600),
}

/** One execution of a command. Its output is the log `runLogs` of its deployment, with `logName` as the service. */
export const run = v.object({
  _id: runId,
  instanceId,
  deploymentId,
  deploymentNumber: v.number(),
  /** The scheduled job that it belongs to; null if a user ran the command, or the job was deleted. */
  job: v.nullable(v.object({ _id: jobId, name: v.string() })),
  service: v.string(),
  command: v.array(v.string()),
  state: v.picklist(runStates),
  exitCode: v.nullable(v.number()),
  error: v.nullable(v.object({ code: v.string(), message: v.string() })),
  timeoutSeconds: v.number(),
  logName: v.string(),
  /** The user who started it; null for the platform. */
  author: v.nullable(v.object({ userId, name: v.string() })),
  cancelRequested: v.boolean(),
  /** The time that its schedule named; null for runs that users start. */
  scheduledAt: v.nullable(instant),
  createdAt: instant,
  startedAt: v.nullable(instant),
  endedAt: v.nullable(instant),
})

const kept = v.pipe(whole, v.minValue(1, 'At least 1.'), v.maxValue(200, 'At most 200.'))

export const jobSettings = {
  name: filledText(60),
  ...runCommand,
  /** Minute, hour, day of the month, month and day of the week, as in crontab. */
  schedule: filledText(100),
  timeZone: v.optional(filledText(60), 'UTC'),
  /** What to do when the last run has not ended: skip the new one, cancel the last one, or run both. */
  overlap: v.optional(v.picklist(overlapRules), 'forbid'),
  /** How many ended runs are kept. */
  keptRuns: v.optional(kept, 20),
  notifyOnFailure: v.optional(v.boolean(), true),
  enabled: v.optional(v.boolean(), true),
}

/** Fields that are left out stay as they are. */
export const jobChanges = {
  name: v.optional(jobSettings.name),
  serviceName: v.optional(dnsLabel),
  command: v.optional(command),
  timeoutSeconds: v.optional(timeoutSeconds),
  schedule: v.optional(jobSettings.schedule),
  timeZone: v.optional(filledText(60)),
  overlap: v.optional(v.picklist(overlapRules)),
  keptRuns: v.optional(kept),
  notifyOnFailure: v.optional(v.boolean()),
  enabled: v.optional(v.boolean()),
}

export const job = v.object({
  _id: jobId,
  instanceId,
  name: v.string(),
  service: v.string(),
  command: v.array(v.string()),
  schedule: v.string(),
  timeZone: v.string(),
  overlap: v.picklist(overlapRules),
  timeoutSeconds: v.number(),
  keptRuns: v.number(),
  notifyOnFailure: v.boolean(),
  enabled: v.boolean(),
  /** Null while it is disabled. */
  nextAt: v.nullable(instant),
  lastRun: v.nullable(v.object({ _id: runId, state: v.picklist(runStates), createdAt: instant })),
  /** Failed runs since the last success. */
  consecutiveFailures: v.number(),
  createdAt: instant,
})

export type Run = v.InferOutput<typeof run>
export type Job = v.InferOutput<typeof job>
export type RunState = Run['state']
