import { ExternalLink } from 'lucide-react'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { crashLoopText } from '../../../src/instances/events/crash-loop-text.ts'
import { dailyPriceOf, isCharged } from '../../../src/instances/instance-list.ts'
import { formatBytes, formatCpu } from '../../../src/rules/format-size.ts'
import { monthlyFromDailyMicros } from '../../../src/rules/prices.ts'
import { useIsVisitor } from '../../hooks/use-organization.ts'
import { LinkButton } from '../../parts/actions/link-button.tsx'
import { Row } from '../../parts/layout/row.tsx'
import { LinkTabs } from '../../parts/navigation/link-tabs.tsx'
import { PageHeader } from '../../parts/navigation/page-header.tsx'
import { StatusMark } from '../../parts/state/status-mark.tsx'
import { Price } from '../../parts/text/price.tsx'
import { Text } from '../../parts/text/text.tsx'
import { SkeletonText } from '../../parts/waiting/skeleton-text.tsx'
import { AsOf } from '../../shell/frame/as-of.tsx'
import { instanceTabs } from '../instance-tabs.ts'
import { statusOf } from '../status-of.ts'
import { useCatalogueNames } from '../use-catalogue-names.ts'
import { InstanceMenu } from './instance-menu.tsx'

type InstanceHeaderProps = { instance: Instance; project: string; organization: string }

export const InstanceHeader = ({ instance, project, organization }: InstanceHeaderProps) => {
  const names = useCatalogueNames()
  const isVisitor = useIsVisitor()
  const loop = crashLoopText(instance)
  const base = `/${organization}/${instance.computeProject}/${instance._id}`
  const isOpen = instance.state === 'Active' && instance.desiredState === 'active' && instance.latestUrlPreview !== null
  return (
    <PageHeader
      crumbs={[
        { label: 'Dashboard', to: `/${organization}/dashboard` },
        { label: project, to: `/${organization}/project/${instance.computeProject}` },
        { label: instance.name },
      ]}
      title={instance.name}
      mark={
        <Row>
          <StatusMark status={statusOf(instance)} pill />
          {loop && (
            <Text as="span" size="sm" tone="bad">
              {loop}
            </Text>
          )}
          <AsOf />
        </Row>
      }
      text={
        <>
          {names.isReady ? <span>{names.region(instance.region)}</span> : <SkeletonText width="word" />}
          {names.isReady ? (
            <span>
              {names.plan(instance.machineImageId)}, {formatCpu(instance.cpu)}, {formatBytes(instance.memory)}
            </span>
          ) : (
            <SkeletonText width="word" />
          )}
          {!isVisitor && isCharged(instance) && (
            <Price micros={monthlyFromDailyMicros(dailyPriceOf(instance))} per="month" />
          )}
        </>
      }
      actions={
        <>
          {isOpen && instance.latestUrlPreview && (
            <LinkButton variant="primary" icon={<ExternalLink />} href={instance.latestUrlPreview} newTab>
              Open
            </LinkButton>
          )}
          {!isVisitor && <InstanceMenu instance={instance} />}
        </>
      }
      tabs={
        <LinkTabs
          label="Instance"
          tabs={[
            { to: base, label: 'Overview', exact: true },
            ...(isVisitor ? [] : instanceTabs.map(({ path, label }) => ({ to: `${base}/${path}`, label }))),
          ]}
        />
      }
    />
  )
}
