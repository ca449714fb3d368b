import type { ProjectId } from '../../../src/contract/wire/common.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { useQuery } from '../../hooks/use-query.ts'

export const INSTANCES_AT_ONCE = 200

type ReadAllInstancesProps = { projectId: ProjectId; from: number }

/** Fetches one page after the other while the list is open, so that search, sort and filter see every instance. */
export const ReadAllInstances = ({ projectId, from }: ReadAllInstancesProps) => {
  const { data } = useQuery('readInstances', { id: projectId, skip: from, limit: INSTANCES_AT_ONCE })
  const total = lastLoaded(data)?.value.totalCount ?? 0
  const next = from + INSTANCES_AT_ONCE
  return next < total ? <ReadAllInstances projectId={projectId} from={next} /> : null
}
