import { Rocket } from 'lucide-react'
import { useMemo } from 'react'
import type { Project } from '../../../src/contract/wire/compute.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { filterInstances } from '../../../src/instances/instance-list.ts'
import { instancesOf, selectInstances } from '../../../src/instances/instances.ts'
import { useConfiguration } from '../../hooks/use-configuration.ts'
import { useIsVisitor } from '../../hooks/use-organization.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { CraneArt } from '../../parts/art/crane-art.tsx'
import { SearchField } from '../../parts/fields/search-field.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { MayLinkButton } from '../../shell/permissions/may-link-button.tsx'
import { InstancesTable } from './instances-table.tsx'
import css from './project-instances.module.css'
import { INSTANCES_AT_ONCE, ReadAllInstances } from './read-all-instances.tsx'
import { StateTabs } from './state-tabs.tsx'
import { useInstanceView } from './use-instance-view.ts'

const PAGE_SIZE = 50
const DEPLOY_HINT =
  'Deploy a template or a container image: choose a region and a size, see the price, and have a link in under a minute.'

type ProjectInstancesProps = { project: Project; organization: string; newInstance: string }

export const ProjectInstances = ({ project, organization, newInstance }: ProjectInstancesProps) => {
  const pageSize = useConfiguration()?.pageSizes.instances ?? PAGE_SIZE
  const { data, retry } = useQuery('readInstances', { id: project._id, skip: 0, limit: INSTANCES_AT_ONCE })
  const known = useSelected(selectInstances)
  const isVisitor = useIsVisitor()
  const { view, sort, toState, search, sortBy } = useInstanceView()
  const instances = useMemo(() => instancesOf(known, project._id), [known, project._id])
  const filtered = useMemo(
    () => filterInstances(instances, { state: view.state, search: view.search }),
    [instances, view.state, view.search],
  )
  const response = lastLoaded(data)?.value
  const isEmpty = response !== undefined && instances.length === 0

  if (isEmpty)
    return (
      <EmptyState
        size="page"
        art={<CraneArt />}
        title="Nothing runs here yet"
        text={isVisitor ? 'What is deployed here will be shown.' : DEPLOY_HINT}
        actions={
          !isVisitor && (
            <MayLinkButton may="instances.write" variant="primary" icon={<Rocket />} to={newInstance}>
              New instance
            </MayLinkButton>
          )
        }
      />
    )
  return (
    <Stack>
      <Remote data={data} retry={retry} title="The instances could not be loaded">
        <div className={css.tools}>
          <StateTabs report={project.instanceReport} current={view.state} to={toState} />
          <div className={css.search}>
            <SearchField label="Search instances" value={view.search} onChange={search} />
          </div>
        </div>
        <InstancesTable
          instances={response ? filtered : null}
          organization={organization}
          pageSize={pageSize}
          sort={sort}
          onSort={sortBy}
        />
        {response && response.totalCount > INSTANCES_AT_ONCE && (
          <ReadAllInstances projectId={project._id} from={INSTANCES_AT_ONCE} />
        )}
      </Remote>
    </Stack>
  )
}
