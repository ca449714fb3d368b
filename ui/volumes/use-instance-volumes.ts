import { lastLoaded } from '../../src/core/remote-data.ts'
import { useQuery } from '../hooks/use-query.ts'

const none = { volumes: [], lastGapMs: null }

/** The volumes that are attached to an instance, once they are known, and whether a service uses one. */
export const useInstanceVolumes = (id: string) => {
  const known = lastLoaded(useQuery('readInstanceVolumes', { id }).data)?.value ?? none
  return { ...known, isMounted: known.volumes.some(({ attachment }) => attachment?.service) }
}
