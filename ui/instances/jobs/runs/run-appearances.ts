import type { RunState } from '../../../../src/contract/wire/jobs/job.ts'
import type { StatusAppearance } from '../../../parts/state/status-appearances.ts'

export const runAppearances: Record<RunState | 'canceling', StatusAppearance> = {
  Queued: { tone: 'still', shape: 'dash', label: 'Queued' },
  Running: { tone: 'info', shape: 'arc', label: 'Running' },
  Succeeded: { tone: 'good', shape: 'disc', label: 'Succeeded' },
  Failed: { tone: 'bad', shape: 'cross', label: 'Failed' },
  TimedOut: { tone: 'bad', shape: 'alert', label: 'Timed out' },
  Canceled: { tone: 'still', shape: 'ring', label: 'Cancelled' },
  Skipped: { tone: 'warn', shape: 'dash', label: 'Skipped' },
  canceling: { tone: 'still', shape: 'arc', label: 'Cancelling…' },
}
