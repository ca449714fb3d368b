import type { Run } from '../../../../src/contract/wire/jobs/job.ts'
import { formatDuration } from '../../../../src/rules/units/durations.ts'
import type { StatusAppearance } from '../../../parts/state/status-appearances.ts'
import { runAppearances } from './run-appearances.ts'

export const isLive = ({ endedAt }: Run): boolean => endedAt === null

export const statusOfRun = (run: Run): StatusAppearance =>
  runAppearances[run.cancelRequested && isLive(run) ? 'canceling' : run.state]

/** The user, the schedule of the job, or both where a user started a job. */
export const startedByText = ({ author, job }: Run): string => {
  if (!author) return job ? `Schedule of ${job.name}` : 'A deleted job'
  return job ? `${author.name}, job ${job.name}` : author.name
}

/** "2m 7s". */
export const spanText = (ms: number): string => formatDuration(ms).replace(/[a-z](?=\d)/g, '$& ')

/** Null before it starts. */
export const durationText = ({ startedAt, endedAt }: Run, nowMs: number): string | null => {
  if (startedAt === null) return null
  const ms = (endedAt === null ? nowMs : Date.parse(endedAt)) - Date.parse(startedAt)
  return spanText(ms < 1000 ? Math.max(0, Math.round(ms)) : Math.round(ms / 1000) * 1000)
}
