import type { Ending } from './run-command.ts'
import type { Outcome } from './stage.ts'

/** What a runner counted, against how it ended: one that failed has a failure, and one that was stopped skipped nothing. */
export function judge(ending: Ending, outcome: Outcome): Outcome {
  if (ending === 'stopped') return { ...outcome, failed: outcome.failed + 1, skipped: [] }
  return ending === 'failed' && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome
}
