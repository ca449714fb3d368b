import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Quota } from '../../../src/contract/wire/quota.ts'
import { isScarce, quotaAmount, quotaTitle } from '../../../src/rules/quotas.ts'
import { useOrganization } from '../../hooks/use-organization.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { Card } from '../../parts/layout/card.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { ProgressBar } from '../../parts/progress/progress-bar.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { SkeletonCard } from '../../parts/waiting/skeleton-card.tsx'
import { MaySee } from '../../shell/permissions/may-see.tsx'

/** The organisation's usage of its quotas. */
export const UsageSettings = () => {
  const organization = useOrganization()
  return (
    organization && (
      <MaySee may="instances.read" what="the usage">
        <OfOrganization id={organization._id} />
      </MaySee>
    )
  )
}

const OfOrganization = ({ id }: { id: OrganizationId }) => {
  const { data, retry } = useQuery('readQuotas', { id })
  return (
    <Stack>
      <Remote data={data} retry={retry} title="The usage could not be loaded" loading={<SkeletonCard lines={4} />}>
        {({ quotas }) => <UsageCard quotas={quotas} />}
      </Remote>
    </Stack>
  )
}

const UsageCard = ({ quotas }: { quotas: readonly Quota[] }) => (
  <Card
    title="Usage"
    text="CPU, memory, storage and ports count only starting and running instances. Closed instances count as instances until they are deleted. The operator of this installation can raise these limits."
  >
    <Stack gap={5} width="prose">
      {quotas.map((quota) => (
        <QuotaBar key={quota.name} quota={quota} />
      ))}
    </Stack>
  </Card>
)

const QuotaBar = ({ quota }: { quota: Quota }) => {
  const { name, used, limit } = quota
  const amount = (value: number) => quotaAmount(name, value)
  if (limit === null) return <ProgressBar label={quotaTitle(name)} fraction={0} text={`${amount(used)}, no limit`} />
  return (
    <ProgressBar
      label={quotaTitle(name)}
      fraction={limit === 0 ? 1 : used / limit}
      text={`${amount(used)} of ${amount(limit)}`}
      tone={used >= limit ? 'bad' : isScarce(quota) ? 'warn' : 'accent'}
    />
  )
}
