import type { InstanceId } from '../../src/contract/wire/common.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { useQuery } from '../hooks/use-query.ts'

/** The volumes that are attached to an instance, once they are known. */
export const useInstanceVolumes = (id: InstanceId) =>
  lastLoaded(useQuery('readInstanceVolumes', { id }).data)?.value ?? { volumes: [], lastGapMs: null }
