import type { InstanceId, OrganizationId, ProjectId } from '../../src/contract/wire/common.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { useQuery } from '../hooks/use-query.ts'
import { Combobox } from '../parts/choices/combobox.tsx'
import { useProjectOptions } from '../projects/use-project-options.ts'
import type { DrainFieldsProps } from './drain-fields-props.ts'
import css from './drains.module.css'

/** The most that one call returns. */
const LISTED_INSTANCES = 200

type DrainScopeFieldsProps = DrainFieldsProps & { organizationId: OrganizationId }

/** Which instances a drain reads from: all, those of a project, or one. */
export const DrainScopeFields = ({ draft, errorOf, onChange, organizationId }: DrainScopeFieldsProps) => {
  const { projectId, instanceId } = draft
  const projects = useProjectOptions(organizationId)
  const { data } = useQuery('readInstances', projectId && { id: projectId, skip: 0, limit: LISTED_INSTANCES })
  const instances = projectId === null ? [] : (lastLoaded(data)?.value.instances ?? [])
  return (
    <div className={css.pair}>
      <Combobox<ProjectId>
        label="Project"
        placeholder="All projects"
        options={projects ?? []}
        value={projectId}
        error={errorOf('projectId')}
        onChange={(chosen) => onChange({ projectId: chosen, instanceId: null })}
      />
      <Combobox<InstanceId>
        label="Instance"
        placeholder="All instances"
        disabled={projectId === null}
        options={instances.map(({ _id, name }) => ({ value: _id, label: name }))}
        value={instanceId}
        error={errorOf('instanceId')}
        onChange={(chosen) => onChange({ instanceId: chosen })}
      />
    </div>
  )
}
