import type { Volume } from '../../src/contract/wire/volumes/volume.ts'
import { formatBytes } from '../../src/rules/format-size.ts'
import { InstanceName } from '../instances/instance-name.tsx'
import type { Column } from '../parts/tables/column.ts'
import { MonthlyPrice } from '../parts/text/monthly-price.tsx'
import { Text, TwoLines } from '../parts/text/text.tsx'
import { VolumeMenu } from './volume-menu.tsx'
import { VolumeUse } from './volume-use.tsx'

const classNames: Record<Volume['class'], string> = { beta1: 'HDD', beta2: 'SSD', beta3: 'NVMe' }

const Place = ({ volume: { attachment }, namesInstance }: { volume: Volume; namesInstance: boolean }) => {
  if (!attachment) return <Text tone="muted">Not attached</Text>
  const { instanceId, service, mountPath } = attachment
  const mount = service ? `${service} at ${mountPath}` : 'not mounted'
  if (!namesInstance) return mount
  return (
    <>
      <InstanceName id={instanceId} />, {mount}
    </>
  )
}

/** With `namesInstance`, the column of places names the instance. */
export const volumeColumns = (namesInstance: boolean): Column<Volume>[] => [
  {
    id: 'name',
    widthPercent: 22,
    title: 'Name',
    isRowHeader: true,
    sortBy: ({ name }) => name,
    cell: (volume) => (
      <TwoLines>
        <div>{volume.name}</div>
        <Text as="div" size="sm" tone="muted">
          {classNames[volume.class]}, {formatBytes(volume.sizeBytes)}
        </Text>
      </TwoLines>
    ),
  },
  { id: 'use', widthPercent: 26, title: 'Used', ownLine: true, cell: (volume) => <VolumeUse volume={volume} /> },
  {
    id: 'place',
    widthPercent: 30,
    title: 'Mounted by',
    cell: (volume) => <Place volume={volume} namesInstance={namesInstance} />,
  },
  {
    id: 'price',
    widthPercent: 14,
    title: 'Price',
    align: 'end',
    sortBy: ({ dailyPriceMicros }) => dailyPriceMicros,
    cell: ({ state, dailyPriceMicros }) =>
      state === 'Available' ? <MonthlyPrice dailyMicros={dailyPriceMicros} /> : '–',
  },
  {
    id: 'actions',
    widthPercent: 8,
    title: 'Actions',
    titleHidden: true,
    align: 'end',
    cell: (volume) => <VolumeMenu volume={volume} />,
  },
]
