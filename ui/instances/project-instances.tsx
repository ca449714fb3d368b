import { Rocket } from 'lucide-react'
import { useMemo } from 'react'
import type { Project } from '../../src/contract/wire/compute.ts'
import { failureMessage } from '../../src/core/failure.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { filterInstances } from '../../src/instances/instance-list.ts'
import { allInstances, selectInstances } from '../../src/instances/instances.ts'
import { MayLinkButton } from '../app/permissions/may-link-button.tsx'
import { useConfiguration } from '../app/use-configuration.ts'
import { useQuery } from '../app/use-query.ts'
import { useSelected } from '../app/use-selected.ts'
import { consoleKinds } from '../kinds/console-kinds.ts'
import { CraneArt } from '../parts/art/crane-art.tsx'
import { SearchField } from '../parts/fields/search-field.tsx'
import { Stack } from '../parts/layout/stack.tsx'
import { EmptyState } from '../parts/waiting/empty-state.tsx'
import { FailedState } from '../parts/waiting/failed-state.tsx'
import { useIsVisitor } from '../projects/use-organization.ts'
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
  const instances = useMemo(
    () =>
      allInstances(known)
        .filter(({ computeProject }) => computeProject === project._id)
        .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1)),
    [known, project._id],
  )
  const filtered = useMemo(
    () => filterInstances(instances, { state: view.state, search: view.search }),
    [instances, view.state, view.search],
  )
  const response = lastLoaded(data)?.value
  const isEmpty = response !== undefined && instances.length === 0
  const failure = data.kind === 'failed' ? failureMessage(data.failure) : null

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
      {failure && (
        <FailedState
          inline={response !== undefined}
          title="The instances could not be loaded"
          text={failure}
          onRetry={retry}
        />
      )}
      {(response || !failure) && (
        <>
          <div className={css.tools}>
            <StateTabs report={project.instanceReport} current={view.state} to={toState} />
            <div className={css.search}>
              <SearchField label="Search instances" value={view.search} onChange={search} />
              {!isVisitor &&
                consoleKinds.map(
                  ({ kind, InstanceListTool: Tool }) => Tool && <Tool key={kind.name} projectId={project._id} />,
                )}
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
        </>
      )}
    </Stack>
  )
}
