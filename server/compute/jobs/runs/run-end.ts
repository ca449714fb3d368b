import type { Workload } from '../../../engines/engine.ts'
import type { RunRow } from './run-rows.ts'

/** The observed end of a run. */
export type Outcome =
  | { kind: 'ended' | 'timedOut' | 'canceled'; workload: Workload | undefined }
  | { kind: 'failed'; error: { code: string; message: string } }

export type End = Pick<RunRow, 'state' | 'exitCode' | 'error'>

/** Decides the state of a run from its outcome. */
export function endOf(outcome: Outcome, timeoutSeconds: number): End {
  if (outcome.kind === 'failed') return { state: 'Failed', exitCode: null, error: outcome.error }
  const ended = outcome.workload?.state.kind === 'ended' ? outcome.workload.state : undefined
  const exitCode = ended?.exitCode ?? null
  if (outcome.kind === 'canceled') return { state: 'Canceled', exitCode, error: null }
  if (outcome.kind === 'timedOut')
    return { state: 'TimedOut', exitCode, error: { code: 'timedOut', message: lateMessage(timeoutSeconds) } }
  if (!ended)
    return {
      state: 'Failed',
      exitCode: null,
      error: {
        code: 'interrupted',
        message: 'The container of this run is gone. It was not started again, because its command may have run.',
      },
    }
  if (ended.exitCode === 0) return { state: 'Succeeded', exitCode, error: null }
  return { state: 'Failed', exitCode, error: { code: 'exited', message: exitMessage(ended) } }
}

const exitMessage = ({ exitCode, outOfMemory }: { exitCode: number; outOfMemory: boolean }): string =>
  outOfMemory ? 'The command ran out of memory.' : `The command exited with code ${exitCode}.`

const lateMessage = (seconds: number): string =>
  `The command did not end within ${seconds === 1 ? '1 second' : `${seconds.toLocaleString('en-GB')} seconds`}.`
