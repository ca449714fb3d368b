import { lastLoaded } from '../../src/core/remote-data.ts'
import { useQuery } from '../hooks/use-query.ts'

/** The volumes that are attached to an instance, once they are known. */
export const useInstanceVolumes = (id: string) =>
  lastLoaded(useQuery('readInstanceVolumes', { id }).data)?.value ?? { volumes: [], lastGapMs: null }
