import type { Instance } from '../../../src/contract/wire/compute.ts'
import type { Job } from '../../../src/contract/wire/jobs/job.ts'
import { commandText } from '../../../src/instances/jobs/command-draft.ts'
import { StatusMark } from '../../parts/state/status-mark.tsx'
import type { Column } from '../../parts/tables/column.ts'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import { Text, TwoLines } from '../../parts/text/text.tsx'
import { JobMenu } from './job-menu.tsx'
import { JobSwitch } from './job-switch.tsx'
import { NextRun } from './next-run.tsx'
import { runAppearances } from './runs/run-appearances.ts'

export const jobColumns = (instance: Instance): Column<Job>[] => [
  {
    id: 'name',
    widthPercent: 27,
    title: 'Job',
    isRowHeader: true,
    sortBy: ({ name }) => name,
    cell: ({ name, command }) => (
      <TwoLines>
        <div>{name}</div>
        <Text as="div" size="sm" tone="muted" mono truncate>
          {commandText(command)}
        </Text>
      </TwoLines>
    ),
  },
  {
    id: 'schedule',
    widthPercent: 17,
    title: 'Schedule',
    cell: ({ schedule, timeZone }) => (
      <TwoLines>
        <Text as="div" mono>
          {schedule}
        </Text>
        <Text as="div" size="sm" tone="muted">
          {timeZone}
        </Text>
      </TwoLines>
    ),
  },
  {
    id: 'next',
    widthPercent: 22,
    title: 'Next run',
    sortBy: ({ nextAt }) => nextAt ?? '~',
    cell: (job) => <NextRun job={job} isClosed={instance.desiredState !== 'active'} />,
  },
  {
    id: 'last',
    widthPercent: 18,
    title: 'Last run',
    sortBy: ({ lastRun }) => lastRun?.createdAt ?? '',
    cell: ({ lastRun, consecutiveFailures }) =>
      lastRun ? (
        <TwoLines>
          <StatusMark status={runAppearances[lastRun.state]} />
          <Text as="div" size="sm" tone="muted">
            <RelativeTime at={lastRun.createdAt} />
            {consecutiveFailures > 1 && `, ${consecutiveFailures} failures in a row`}
          </Text>
        </TwoLines>
      ) : (
        <Text as="span" tone="muted">
          Never
        </Text>
      ),
  },
  { id: 'enabled', widthPercent: 9, title: 'Enabled', cell: (job) => <JobSwitch job={job} /> },
  {
    id: 'actions',
    widthPercent: 7,
    title: 'Actions',
    titleHidden: true,
    align: 'end',
    cell: (job) => <JobMenu job={job} instance={instance} />,
  },
]
