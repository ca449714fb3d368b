import { useSyncExternalStore } from 'react'
import type { Run } from '../../../../src/contract/wire/jobs/job.ts'
import { clockNowMs, subscribeToSeconds } from '../../../parts/text/shared-clock.ts'
import { Text } from '../../../parts/text/text.tsx'
import { durationText } from './run-texts.ts'

const still = () => () => {}

/** Counts the seconds while the command runs. */
export const RunDuration = ({ run }: { run: Run }) => {
  const isRunning = run.startedAt !== null && run.endedAt === null
  const nowMs = () => (isRunning ? Math.floor(clockNowMs() / 1000) * 1000 : 0)
  const text = durationText(run, useSyncExternalStore(isRunning ? subscribeToSeconds : still, nowMs))
  return (
    <Text as="span" tabular tone={text === null ? 'muted' : 'normal'}>
      {text ?? '–'}
    </Text>
  )
}
