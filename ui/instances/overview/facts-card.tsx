import type { Instance } from '../../../src/contract/wire/compute.ts'
import { crashLoopText } from '../../../src/instances/events/crash-loop-text.ts'
import { formatBytes, formatCpu } from '../../../src/rules/format-size.ts'
import { useIsVisitor } from '../../hooks/use-organization.ts'
import { CopyId } from '../../parts/actions/copy-id.tsx'
import { DescriptionList, type Fact } from '../../parts/facts/description-list.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { Row } from '../../parts/layout/row.tsx'
import { StatusMark } from '../../parts/state/status-mark.tsx'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import { Text } from '../../parts/text/text.tsx'
import { SkeletonText } from '../../parts/waiting/skeleton-text.tsx'
import { ImageName } from '../image-name.tsx'
import { statusOf } from '../status-of.ts'
import { useCatalogueNames } from '../use-catalogue-names.ts'
import { InstancePrice } from './instance-price.tsx'

export const FactsCard = ({ instance }: { instance: Instance }) => {
  const names = useCatalogueNames()
  const isVisitor = useIsVisitor()
  const facts: Fact[] = [
    { term: 'State', value: <State instance={instance} /> },
    ...sinceFacts(instance),
    { term: 'Region', value: names.isReady ? names.region(instance.region) : <SkeletonText width="word" /> },
    ...imageFacts(instance),
    { term: 'Plan', value: names.isReady ? names.plan(instance.machineImageId) : <SkeletonText width="word" /> },
    { term: 'CPU', value: formatCpu(instance.cpu) },
    { term: 'Memory', value: formatBytes(instance.memory) },
    { term: 'Disk', value: formatBytes(instance.storage) },
    ...(isVisitor ? [] : [{ term: 'Price', value: <InstancePrice instance={instance} /> }]),
    { term: 'Created', value: <RelativeTime at={instance.createdAt} /> },
    { term: 'ID', value: <CopyId id={instance._id} /> },
  ]
  return (
    <Card title="Details">
      <DescriptionList layout="narrow" facts={facts} />
    </Card>
  )
}

const State = ({ instance }: { instance: Instance }) => {
  const loop = crashLoopText(instance)
  return (
    <Row gap={2} wrap>
      <StatusMark status={statusOf(instance)} />
      {loop && (
        <Text as="span" size="sm" tone="bad">
          {loop}
        </Text>
      )}
    </Row>
  )
}

/** The image of each service. */
const imageFacts = ({ image, services }: Instance): Fact[] => {
  const shown = services.length > 1 ? services : [{ name: '', image }]
  return shown.map((service) => ({
    term: service.name === '' ? 'Image' : `Image of ${service.name}`,
    value: (
      <Text as="code" size="sm" mono>
        <ImageName image={service.image} />
      </Text>
    ),
  }))
}

/** Returns the start of the current state and the time of the last observation. */
const sinceFacts = ({ state, deployments, observedAt }: Instance): Fact[] => {
  const [latest] = deployments
  const isOver = state === 'Closed' || state === 'Failed-start'
  return [
    ...(isOver && latest?.endedAt ? [{ term: 'Ended', value: <RelativeTime at={latest.endedAt} /> }] : []),
    ...(!isOver && latest ? [{ term: 'Deployed', value: <RelativeTime at={latest.createdAt} /> }] : []),
    ...(state === 'Active' && observedAt
      ? [{ term: 'Last seen running', value: <RelativeTime at={observedAt} /> }]
      : []),
  ]
}
