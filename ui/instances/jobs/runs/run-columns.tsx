import type { Run } from '../../../../src/contract/wire/jobs/job.ts'
import { commandText } from '../../../../src/instances/jobs/command-draft.ts'
import { StatusMark } from '../../../parts/state/status-mark.tsx'
import type { Column } from '../../../parts/tables/column.ts'
import { RelativeTime } from '../../../parts/text/relative-time.tsx'
import { Text, TwoLines } from '../../../parts/text/text.tsx'
import { RunDuration } from './run-duration.tsx'
import { RunMenu } from './run-menu.tsx'
import { startedByText, statusOfRun } from './run-texts.ts'

export const runColumns: Column<Run>[] = [
  {
    id: 'command',
    widthPercent: 34,
    title: 'Command',
    isRowHeader: true,
    cell: ({ command, service }) => (
      <TwoLines>
        <Text as="div" size="sm" mono truncate>
          {commandText(command)}
        </Text>
        <Text as="div" size="sm" tone="muted">
          {service}
        </Text>
      </TwoLines>
    ),
  },
  {
    id: 'state',
    widthPercent: 17,
    title: 'State',
    cell: (run) => (
      <TwoLines>
        <StatusMark status={statusOfRun(run)} />
        {run.exitCode !== null && (
          <Text as="div" size="sm" tone="muted">
            Exit code {run.exitCode}
          </Text>
        )}
      </TwoLines>
    ),
  },
  { id: 'author', widthPercent: 18, title: 'Started by', cell: startedByText },
  {
    id: 'duration',
    widthPercent: 12,
    title: 'Duration',
    align: 'end',
    cell: (run) => <RunDuration run={run} />,
  },
  {
    id: 'age',
    widthPercent: 12,
    title: 'Age',
    align: 'end',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
  {
    id: 'actions',
    widthPercent: 7,
    title: 'Actions',
    titleHidden: true,
    align: 'end',
    cell: (run) => <RunMenu run={run} />,
  },
]
