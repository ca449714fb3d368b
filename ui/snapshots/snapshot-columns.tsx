import type { Snapshot } from '../../src/contract/wire/volumes/snapshot.ts'
import { formatBytes } from '../../src/rules/format-size.ts'
import type { StatusAppearance } from '../parts/state/status-appearances.ts'
import { StatusMark } from '../parts/state/status-mark.tsx'
import type { Column } from '../parts/tables/column.ts'
import { MonthlyPrice } from '../parts/text/monthly-price.tsx'
import { RelativeTime } from '../parts/text/relative-time.tsx'
import { Text, TwoLines } from '../parts/text/text.tsx'
import { SnapshotMenu } from './snapshot-menu.tsx'

const statuses: Record<Snapshot['state'], StatusAppearance> = {
  Uploading: { tone: 'info', shape: 'arc', label: 'Uploading…' },
  Pending: { tone: 'still', shape: 'dash', label: 'Queued' },
  Running: { tone: 'info', shape: 'arc', label: 'Being taken…' },
  Available: { tone: 'good', shape: 'disc', label: 'Available' },
  Failed: { tone: 'bad', shape: 'cross', label: 'Failed' },
  Deleting: { tone: 'bad', shape: 'arc', label: 'Deleting…' },
}

const consistencies: Record<NonNullable<Snapshot['consistency']>, string> = {
  stopped: 'Nothing wrote meanwhile',
  paused: 'All files of one moment',
  running: 'Taken while running',
  command: 'Dump',
}

const Verified = ({ snapshot: { state, verified, error, consistency } }: { snapshot: Snapshot }) => {
  if (error) return error.message
  if (state !== 'Available') return null
  if (!verified) return consistency && consistencies[consistency]
  return verified.error === null ? (
    <>
      Test restore succeeded <RelativeTime at={verified.at} />
    </>
  ) : (
    `Test restore failed: ${verified.error}`
  )
}

export const snapshotColumns: Column<Snapshot>[] = [
  {
    id: 'name',
    widthPercent: 26,
    title: 'Name',
    isRowHeader: true,
    cell: ({ name, source, location, backup }) => (
      <TwoLines>
        <div>{name}</div>
        <Text as="div" size="sm" tone="muted">
          {source}
          {backup && ', by its plan'}
          {location === 's3' && ', in a bucket'}
        </Text>
      </TwoLines>
    ),
  },
  {
    id: 'state',
    widthPercent: 30,
    title: 'State',
    ownLine: true,
    cell: (snapshot) => (
      <TwoLines>
        <StatusMark status={statuses[snapshot.state]} />
        <Text as="div" size="sm" tone={snapshot.error || snapshot.verified?.error ? 'bad' : 'muted'}>
          <Verified snapshot={snapshot} />
        </Text>
      </TwoLines>
    ),
  },
  { id: 'taken', widthPercent: 14, title: 'Taken', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  {
    id: 'size',
    widthPercent: 12,
    title: 'Size',
    align: 'end',
    cell: ({ state, storedBytes }) => (state === 'Available' ? formatBytes(storedBytes) : '–'),
  },
  {
    id: 'price',
    widthPercent: 12,
    title: 'Price',
    align: 'end',
    cell: ({ dailyPriceMicros }) => (dailyPriceMicros === 0 ? '–' : <MonthlyPrice dailyMicros={dailyPriceMicros} />),
  },
  {
    id: 'actions',
    widthPercent: 6,
    title: 'Actions',
    titleHidden: true,
    align: 'end',
    cell: (snapshot) => <SnapshotMenu snapshot={snapshot} />,
  },
]
