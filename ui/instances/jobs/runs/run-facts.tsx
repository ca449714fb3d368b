import type { ReactNode } from 'react'
import type { Run } from '../../../../src/contract/wire/jobs/job.ts'
import { commandText } from '../../../../src/instances/jobs/command-draft.ts'
import { DescriptionList, type Fact } from '../../../parts/facts/description-list.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Banner } from '../../../parts/state/banner.tsx'
import { StatusMark } from '../../../parts/state/status-mark.tsx'
import { RelativeTime } from '../../../parts/text/relative-time.tsx'
import { Text } from '../../../parts/text/text.tsx'
import { localZone, zonedTimeText } from '../zoned-time-text.ts'
import { RunDuration } from './run-duration.tsx'
import { spanText, startedByText, statusOfRun } from './run-texts.ts'

export const RunFacts = ({ run, actions }: { run: Run; actions: ReactNode }) => {
  const facts: Fact[] = [
    { term: 'State', value: <StatusMark status={statusOfRun(run)} /> },
    { term: 'Exit code', value: run.exitCode ?? '–' },
    { term: 'Duration', value: <RunDuration run={run} /> },
    { term: 'Time limit', value: spanText(run.timeoutSeconds * 1000) },
    { term: 'Started by', value: startedByText(run) },
    ...(run.scheduledAt === null
      ? []
      : [{ term: 'Scheduled for', value: zonedTimeText(Date.parse(run.scheduledAt), localZone()) }]),
    { term: 'Requested', value: <RelativeTime at={run.createdAt} /> },
    { term: 'Service', value: `${run.service}, deployment ${run.deploymentNumber}` },
  ]
  return (
    <Card
      title={
        <Text as="code" mono>
          {commandText(run.command)}
        </Text>
      }
      actions={actions}
    >
      <Stack>
        {run.error && (
          <Banner tone={run.state === 'Skipped' ? 'warn' : 'bad'} title={statusOfRun(run).label}>
            {run.error.message}
          </Banner>
        )}
        <DescriptionList layout="columns" facts={facts} />
      </Stack>
    </Card>
  )
}
