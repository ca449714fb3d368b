import { resourceUseView } from '../../../src/attention/resource-use-text.ts'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { ResourceUse } from '../../../src/contract/wire/overview/overview.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { formatBytes, formatCpu } from '../../../src/rules/format-size.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { Card } from '../../parts/layout/card.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { ProgressBar } from '../../parts/progress/progress-bar.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { SkeletonCard } from '../../parts/waiting/skeleton-card.tsx'
import { useRefresh } from './use-refresh.ts'

const EVERY_SECONDS = 15
/** Beyond this, an instance soon reaches its limit. */
const HIGH = 0.9

/** What the plans promise, and what workloads and volumes really use. */
export const ResourceUseCard = ({ organizationId }: { organizationId: OrganizationId }) => {
  const { data, retry } = useQuery('readResourceUse', { id: organizationId })
  useRefresh(EVERY_SECONDS, retry)
  return (
    <Remote
      data={data}
      retry={retry}
      title="The use of resources could not be loaded"
      value={lastLoaded(data)?.value ?? null}
      loading={<SkeletonCard lines={3} />}
    >
      {({ cpu, memory, storage }) => (
        <Card title="Promised and used" text="What the plans reserve, and what workloads and volumes use now.">
          <Stack gap={4}>
            <Use label="CPU" use={cpu} format={formatCpu} />
            <Use label="Memory" use={memory} format={formatBytes} />
            <Use label="Storage" use={storage} format={formatBytes} />
          </Stack>
        </Card>
      )}
    </Remote>
  )
}

type UseProps = { label: string; use: ResourceUse; format: (amount: number) => string }

const Use = ({ label, use, format }: UseProps) => {
  const { fraction, text } = resourceUseView(use, format)
  return (
    <ProgressBar label={label} fraction={fraction ?? 0} text={text} tone={(fraction ?? 0) > HIGH ? 'warn' : 'accent'} />
  )
}
