import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { FigureTile } from '../../parts/facts/figure-tile.tsx'
import { Grid } from '../../parts/layout/grid.tsx'
import { Price } from '../../parts/text/price.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { SkeletonText } from '../../parts/waiting/skeleton-text.tsx'

/** The balance of an organisation, which payments change live. */
export const BalanceFigures = ({ orgId }: { orgId: OrganizationId }) => {
  const { data, retry } = useQuery('readBalance', { orgId })
  const balance = lastLoaded(data)?.value
  const figure = (micros: number | undefined) =>
    micros === undefined ? <SkeletonText width="word" /> : <Price micros={micros} />
  const owed = balance?.owedMicros ?? 0
  return (
    <Remote data={data} retry={retry} title="The balance could not be loaded">
      <Grid columns="figures" gap={3}>
        <FigureTile label="Available" value={figure(balance?.availableMicros)} note="For whatever you start next" />
        <FigureTile label="Held" value={figure(balance?.heldMicros)} note="Two days of what runs" />
        <FigureTile
          label="Owed"
          value={figure(balance?.owedMicros)}
          tone={owed > 0 ? 'bad' : 'plain'}
          note={owed > 0 ? 'The next payment pays this first' : 'Nothing is due'}
        />
      </Grid>
    </Remote>
  )
}
