import type { Volume } from '../../src/contract/wire/volumes/volume.ts'
import { rowOf } from '../../src/core/shards.ts'
import type { Instances } from '../../src/instances/instances.ts'
import { formatBytes } from '../../src/rules/format-size.ts'
import type { Column } from '../parts/tables/column.ts'
import { Price } from '../parts/text/price.tsx'
import { Text, TwoLines } from '../parts/text/text.tsx'
import { VolumeMenu } from './volume-menu.tsx'
import { VolumeUse } from './volume-use.tsx'

const classNames: Record<Volume['class'], string> = { beta1: 'HDD', beta2: 'SSD', beta3: 'NVMe' }

const placeOf = ({ attachment }: Volume, instances: Instances | undefined): string => {
  if (!attachment) return 'Not attached'
  const { instanceId, service, mountPath } = attachment
  const name = instances && (rowOf(instances.shards, instanceId)?.name ?? 'An instance')
  const mount = service ? `${service} at ${mountPath}` : 'not mounted'
  return name ? `${name}, ${mount}` : mount
}

/** With the instances, the column of places names them. */
export const volumeColumns = (instances: Instances | undefined): Column<Volume>[] => [
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
  { id: 'place', widthPercent: 30, title: 'Mounted by', cell: (volume) => placeOf(volume, instances) },
  {
    id: 'price',
    widthPercent: 14,
    title: 'Price',
    align: 'end',
    sortBy: ({ dailyPriceMicros }) => dailyPriceMicros,
    cell: ({ dailyPriceMicros }) => <Price micros={dailyPriceMicros} decimals={4} per="day" />,
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
