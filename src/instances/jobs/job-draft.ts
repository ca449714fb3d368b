import * as v from 'valibot'
import type { InputOf } from '../../contract/contract.ts'
import { type Job, jobSettings, runCommand } from '../../contract/wire/jobs/job.ts'
import { scheduleProblem } from '../../rules/schedule/schedule.ts'
import { fieldMessage } from '../../rules/validation/field-message.ts'
import { type CommandDraft, commandDraft, typedCommand } from './command-draft.ts'

export interface RunDraft {
  serviceName: string
  command: CommandDraft
  timeoutSeconds: number | null
}

export interface JobDraft extends RunDraft {
  name: string
  schedule: string
  timeZone: string
  overlap: Job['overlap']
  keptRuns: number | null
  notifyOnFailure: boolean
  enabled: boolean
}

export type Errors = Readonly<Record<string, string>>
type Typed<Settings> = { settings: Settings } | { errors: Errors }
type JobSettings = Omit<InputOf<'createJob'>, 'id'>
type RunSettings = Omit<InputOf<'startRun'>, 'id'>

const HOUR_SECONDS = 3600

export const newRunDraft = (serviceName: string): RunDraft => ({
  serviceName,
  command: commandDraft(),
  timeoutSeconds: HOUR_SECONDS,
})

export const newJobDraft = (serviceName: string, timeZone: string): JobDraft => ({
  ...newRunDraft(serviceName),
  name: '',
  schedule: '0 3 * * *',
  timeZone,
  overlap: 'forbid',
  keptRuns: 20,
  notifyOnFailure: true,
  enabled: true,
})

export const jobDraft = ({ service, command, ...job }: Job): JobDraft => ({
  name: job.name,
  serviceName: service,
  command: commandDraft(command),
  timeoutSeconds: job.timeoutSeconds,
  schedule: job.schedule,
  timeZone: job.timeZone,
  overlap: job.overlap,
  keptRuns: job.keptRuns,
  notifyOnFailure: job.notifyOnFailure,
  enabled: job.enabled,
})

/** Reads what was typed as a command to run, or the errors by field. */
export const typedRun = (draft: RunDraft): Typed<RunSettings> => {
  const errors = commandErrors(draft)
  const read = v.safeParse(v.strictObject(runCommand), inputOf(draft))
  return read.success && Object.keys(errors).length === 0
    ? { settings: withoutEmptyService(read.output) }
    : { errors: { ...issuesOf(read.issues), ...errors } }
}

const scheduleOf = ({ schedule }: Pick<JobDraft, 'schedule'>): string => schedule.trim().replace(/\s+/g, ' ')

/** Returns what is wrong with the schedule or its time zone, by field. */
export const scheduleErrors = (draft: Pick<JobDraft, 'schedule' | 'timeZone'>, now: Date): Errors => {
  const problem = scheduleProblem({ schedule: scheduleOf(draft), timeZone: draft.timeZone }, now)
  return problem ? { [problem.field]: problem.message } : {}
}

/** Reads what was typed as the settings of a job, or the errors by field. */
export const typedJob = (draft: JobDraft, now: Date): Typed<JobSettings> => {
  const schedule = scheduleOf(draft)
  const errors = { ...scheduleErrors(draft, now), ...commandErrors(draft) }
  const { name, timeZone, overlap, notifyOnFailure, enabled, keptRuns } = draft
  const input = { ...inputOf(draft), name, schedule, timeZone, overlap, notifyOnFailure, enabled, keptRuns }
  const read = v.safeParse(v.strictObject(jobSettings), input)
  return read.success && Object.keys(errors).length === 0
    ? { settings: withoutEmptyService(read.output) }
    : { errors: { ...issuesOf(read.issues), ...errors } }
}

const inputOf = ({ serviceName, command, timeoutSeconds }: RunDraft) => ({
  ...(serviceName !== '' && { serviceName }),
  command: typedCommand(command) ?? [],
  timeoutSeconds,
})

const commandErrors = ({ command }: RunDraft): Errors =>
  typedCommand(command) === null ? { command: 'A quote is not closed, or the line ends with a backslash.' } : {}

const withoutEmptyService = <Settings extends { serviceName?: string | undefined }>({
  serviceName,
  ...settings
}: Settings) => ({ ...settings, ...(serviceName !== undefined && { serviceName }) })

const issuesOf = (issues: readonly v.BaseIssue<unknown>[] | undefined): Errors =>
  Object.fromEntries((issues ?? []).map((issue) => [String(issue.path?.[0]?.key ?? ''), fieldMessage(issue)]))
