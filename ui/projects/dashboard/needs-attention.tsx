import { useMemo } from 'react'
import type { Project } from '../../../src/contract/wire/compute.ts'
import { allInstances, failedInstancesOf, selectInstances } from '../../../src/instances/instances.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { Card } from '../../parts/layout/card.tsx'
import { SkeletonText } from '../../parts/waiting/skeleton-text.tsx'

import { FailedInstance } from './failed-instance.tsx'
import css from './needs-attention.module.css'

/** Where to start, not a complete list. */
const MAX_PROJECTS = 5
const MAX_INSTANCES = 5

type NeedsAttentionProps = { projects: readonly Project[]; organization: string }

/** Lists instances that did not start; renders nothing if there are none. */
export const NeedsAttention = ({ projects, organization }: NeedsAttentionProps) => {
  const known = useSelected(selectInstances)
  const troubled = projects.filter(({ instanceReport }) => instanceReport.failedToStart > 0)
  const rows = useMemo(() => allInstances(known), [known])
  const failed = troubled.flatMap((project) =>
    failedInstancesOf(
      rows.filter(({ computeProject }) => computeProject === project._id),
      project.organizationId,
    ),
  )
  const total = troubled.reduce((sum, { instanceReport }) => sum + instanceReport.failedToStart, 0)
  const names = new Map(troubled.map(({ _id, name }) => [_id, name]))
  return (
    <>
      {troubled.slice(0, MAX_PROJECTS).map(({ _id }) => (
        <ReadFailed key={_id} projectId={_id} />
      ))}
      {total > 0 && (
        <Card
          title="Needs attention"
          text={total === 1 ? 'One instance failed to start.' : `${total} instances failed to start.`}
          padded={false}
        >
          <ul className={css.list}>
            {failed.slice(0, MAX_INSTANCES).map((instance) => (
              <FailedInstance
                key={instance._id}
                instance={instance}
                project={names.get(instance.computeProject) ?? ''}
                organization={organization}
              />
            ))}
            {Array.from({ length: Math.max(0, Math.min(total, MAX_INSTANCES) - failed.length) }, (_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
              <li key={at} className={css.line}>
                <SkeletonText width="word" />
                <SkeletonText lines={2} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

const ReadFailed = ({ projectId }: { projectId: Project['_id'] }) => {
  useQuery('readInstances', { id: projectId, skip: 0, limit: MAX_INSTANCES, state: 'Failed-start' })
  return null
}
