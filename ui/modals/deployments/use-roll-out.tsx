import { type ReactNode, useState } from 'react'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { selectInstance } from '../../../src/instances/instances.ts'
import { type ReplicasSize, rollOutRoom } from '../../../src/rules/deployments/roll-out-room.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { Checkbox } from '../../parts/choices/checkbox.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import { useInstanceVolumes } from '../../volumes/use-instance-volumes.ts'

interface RollOut {
  strategy: 'surge' | 'gap'
  /** Shown where the new replicas have no room beside the current ones. */
  notice: ReactNode
}

/** Offers to stop the current replicas first, where there is no room for both. `size` is that of the newest deployment by default. */
export const useRollOut = (id: string, size?: ReplicasSize): RollOut => {
  const instance = useSelected(selectInstance(id), [id])
  const { isMounted } = useInstanceVolumes(id)
  const { data } = useQuery('readRegions', {})
  const [isGap, setGap] = useState(false)
  const region = lastLoaded(data)?.value.regions.find((item) => item.region === instance?.region)
  // Volumes force a gap in any case, and without running replicas there is none.
  if (instance?.state !== 'Active' || isMounted) return { strategy: 'surge', notice: null }
  const room = rollOutRoom(size ?? instance, instance, region)
  if (room === 'beside') return { strategy: 'surge', notice: null }
  if (room === 'none')
    return {
      strategy: 'surge',
      notice: (
        <Banner tone="warn" title="The region has no room for this at present">
          The deployment will fail, and the current one will go on.
        </Banner>
      ),
    }
  return {
    strategy: isGap ? 'gap' : 'surge',
    notice: (
      <Banner tone="warn" title="No room for the new replicas beside the current ones">
        <Stack gap={2}>
          <div>
            {isGap
              ? 'The instance cannot be reached until the new replicas are ready. If they fail, the current ones start again.'
              : 'The deployment will fail, unless the current replicas stop first.'}
          </div>
          <Checkbox
            label="Stop the current replicas first"
            checked={isGap}
            onChange={(event) => setGap(event.currentTarget.checked)}
          />
        </Stack>
      </Banner>
    ),
  }
}
