import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { DescriptionList } from '../../parts/facts/description-list.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { Price } from '../../parts/text/price.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { SkeletonRows } from '../../parts/waiting/skeleton-rows.tsx'

/** The credit of an organisation, with four decimals. */
export const OrganizationCredit = ({ id }: { id: OrganizationId }) => {
  const { data, retry } = useQuery('readOrganizationCredits', { id })
  return (
    <Card title="Credit" text="Pays for what this organisation uses.">
      <Remote
        data={data}
        retry={retry}
        title="The credit could not be loaded"
        loading={<SkeletonRows rows={1} columns={2} />}
      >
        {({ credits }) => (
          <DescriptionList facts={[{ term: 'Balance', value: <Price micros={credits} decimals={4} /> }]} />
        )}
      </Remote>
    </Card>
  )
}
