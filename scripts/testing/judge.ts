import type { Ending } from './run-command.ts'
import type { Outcome } from './stage.ts'

/** Corrects a runner's counts: a failed run has at least one failure, and a stopped run has no skipped tests. */
export function judge(ending: Ending, outcome: Outcome): Outcome {
  if (ending === 'stopped') return { ...outcome, failed: outcome.failed + 1, skipped: [] }
  return ending === 'failed' && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome
}
