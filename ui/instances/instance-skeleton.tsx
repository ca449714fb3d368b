import { Grid } from '../parts/layout/grid.tsx'
import { Stack } from '../parts/layout/stack.tsx'
import { SkeletonCard } from '../parts/waiting/skeleton-card.tsx'

/** The placeholder of an instance page. */
export const InstanceSkeleton = () => (
  <Stack gap={6}>
    <Grid columns="aside" gap={6}>
      <Stack gap={6}>
        <SkeletonCard lines={2} />
        <SkeletonCard lines={4} />
      </Stack>
      <SkeletonCard lines={5} />
    </Grid>
  </Stack>
)
