import { useIsVisitor } from '../../hooks/use-organization.ts'
import { Grid } from '../../parts/layout/grid.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { useCurrentInstance } from '../page/use-instance.ts'
import { ConnectCard } from './connect/connect-card.tsx'
import { DeploymentsCard } from './deployments-card.tsx'
import { EnvironmentCard } from './environment-card.tsx'
import { FactsCard } from './facts-card.tsx'
import { HealthCard } from './health/health-card.tsx'
import { ReplicasCard } from './replicas-card.tsx'
import { TimelineCard } from './timeline-card.tsx'

export const InstanceOverview = () => {
  const instance = useCurrentInstance()
  const isVisitor = useIsVisitor()
  return (
    <Grid columns="aside" gap={6}>
      <Stack gap={6}>
        <ConnectCard instance={instance} />
        <ReplicasCard instance={instance} />
        {!isVisitor && <TimelineCard instance={instance} />}
        <DeploymentsCard instance={instance} />
        {/* The last: whether there are checks is known later than the other cards. */}
        {!isVisitor && <HealthCard instance={instance} />}
      </Stack>
      <Stack gap={6}>
        <FactsCard instance={instance} />
        <EnvironmentCard instance={instance} />
      </Stack>
    </Grid>
  )
}
