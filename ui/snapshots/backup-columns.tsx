import type { Backup } from '../../src/contract/wire/volumes/backup.ts'
import type { Column } from '../parts/tables/column.ts'
import { RelativeTime } from '../parts/text/relative-time.tsx'
import { Text, TwoLines } from '../parts/text/text.tsx'
import { BackupMenu } from './backup-menu.tsx'

const lastTexts: Record<NonNullable<Backup['last']>['state'], string> = {
  Uploading: 'Running',
  Pending: 'Queued',
  Running: 'Running',
  Available: 'Succeeded',
  Failed: 'Failed',
  Deleting: 'Deleted',
}

const keptText = ({ keepLast, keepDays, keepWeeks }: Backup): string =>
  [`the last ${keepLast}`, keepDays > 0 && `${keepDays} days`, keepWeeks > 0 && `${keepWeeks} weeks`]
    .filter(Boolean)
    .join(', ')

export const backupColumns: Column<Backup>[] = [
  {
    id: 'name',
    widthPercent: 28,
    title: 'Name',
    isRowHeader: true,
    cell: ({ name, source, place }) => (
      <TwoLines>
        <div>{name}</div>
        <Text as="div" size="sm" tone={source === null ? 'bad' : 'muted'}>
          {source ?? 'Its source was deleted'}, to {place ? place.bucket : 'the platform'}
        </Text>
      </TwoLines>
    ),
  },
  {
    id: 'schedule',
    widthPercent: 26,
    title: 'Schedule',
    cell: (backup) => (
      <TwoLines>
        <Text mono>{backup.schedule}</Text>
        <Text as="div" size="sm" tone="muted">
          {backup.timeZone}, keeps {keptText(backup)}
        </Text>
      </TwoLines>
    ),
  },
  {
    id: 'next',
    widthPercent: 18,
    title: 'Next',
    cell: ({ enabled, nextAt }) => (enabled && nextAt !== null ? <RelativeTime at={nextAt} /> : 'Paused'),
  },
  {
    id: 'last',
    widthPercent: 20,
    title: 'Last',
    cell: ({ last }) =>
      last ? (
        <Text tone={last.state === 'Failed' ? 'bad' : 'normal'}>
          {lastTexts[last.state]} <RelativeTime at={last.createdAt} />
        </Text>
      ) : (
        'Never'
      ),
  },
  {
    id: 'actions',
    widthPercent: 8,
    title: 'Actions',
    titleHidden: true,
    align: 'end',
    cell: (backup) => <BackupMenu backup={backup} />,
  },
]
