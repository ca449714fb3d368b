import { ExternalLink } from 'lucide-react'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { dailyPriceOf, isCharged } from '../../../src/instances/instance-list.ts'
import { formatBytes, formatCpu } from '../../../src/rules/format-size.ts'
import { monthlyFromDailyMicros } from '../../../src/rules/prices.ts'
import { StatusMark } from '../../parts/state/status-mark.tsx'
import type { Column } from '../../parts/tables/column.ts'
import { Price } from '../../parts/text/price.tsx'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import { Text } from '../../parts/text/text.tsx'
import { statusOf } from '../status-of.ts'
import type { CatalogueNames } from '../use-catalogue-names.ts'
import css from './instance-columns.module.css'

/** The first image, and how many others the services have. */
const imagesText = (image: string, services: Instance['services']): string => {
  const others = new Set(services.map((service) => service.image))
  others.delete(image)
  return others.size === 0 ? image : `${image} and ${others.size} more`
}

const nothing = (
  <Text as="span" tone="faint">
    –
  </Text>
)

export const instanceColumns = ({ region, plan }: CatalogueNames): Column<Instance>[] => [
  {
    id: 'name',
    widthPercent: 24,
    title: 'Name',
    isRowHeader: true,
    sortBy: ({ name }) => name.toLowerCase(),
    cell: ({ name, image, services }) => (
      <span className={css.names}>
        <span>{name}</span>
        <span className={css.image}>{imagesText(image, services)}</span>
      </span>
    ),
  },
  {
    id: 'state',
    widthPercent: 17,
    title: 'State',
    sortBy: ({ state, desiredState }) => `${state} ${desiredState}`,
    cell: (instance) => (
      <span className={css.state}>
        <StatusMark status={statusOf(instance)} />
        {instance.state === 'Starting' && instance.progressMessage && (
          <span className={css.progressMessage}>{instance.progressMessage}</span>
        )}
        {instance.error?.code === 'fundsStopped' && <span className={css.progressMessage}>The balance is used up</span>}
      </span>
    ),
  },
  {
    id: 'region',
    widthPercent: 11,
    title: 'Region',
    sortBy: (instance) => region(instance.region),
    cell: (instance) => region(instance.region),
  },
  {
    id: 'plan',
    widthPercent: 16,
    title: 'Plan',
    sortBy: ({ cpu }) => cpu,
    cell: ({ machineImageId, cpu, memory }) => (
      <span className={css.names}>
        <span>{plan(machineImageId)}</span>
        <span className={css.size}>
          {formatCpu(cpu)}, {formatBytes(memory)}
        </span>
      </span>
    ),
  },
  {
    id: 'price',
    widthPercent: 12,
    title: 'Price per month',
    align: 'end',
    sortBy: (instance) => (isCharged(instance) ? dailyPriceOf(instance) : 0),
    cell: (instance) =>
      isCharged(instance) ? <Price micros={monthlyFromDailyMicros(dailyPriceOf(instance))} /> : nothing,
  },
  {
    id: 'link',
    widthPercent: 9,
    title: 'Link',
    cell: ({ latestUrlPreview, name, state }) =>
      latestUrlPreview && state === 'Active' ? (
        <a className={css.link} href={latestUrlPreview} target="_blank" rel="noreferrer" aria-label={`Open ${name}`}>
          <ExternalLink />
          Open
        </a>
      ) : (
        nothing
      ),
  },
  {
    id: 'created',
    widthPercent: 11,
    title: 'Created',
    align: 'end',
    sortBy: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
]
