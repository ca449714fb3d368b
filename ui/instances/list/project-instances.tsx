import { Rocket } from 'lucide-react'
import { useMemo } from 'react'
import type { Project } from '../../../src/contract/wire/compute.ts'
import { useIsVisitor } from '../../hooks/use-organization.ts'
import { consoleKinds } from '../../kinds/console-kinds.ts'
import { CraneArt } from '../../parts/art/crane-art.tsx'
import { SearchField } from '../../parts/fields/search-field.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { MayLinkButton } from '../../shell/permissions/may-link-button.tsx'
import { useCatalogueNames } from '../use-catalogue-names.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { instanceColumns } from './instance-columns.tsx'
import { InstancesTable } from './instances-table.tsx'
import css from './project-instances.module.css'
import { StateTabs } from './state-tabs.tsx'
import { useInstanceView } from './use-instance-view.ts'
import { useInstanceWindows } from './use-instance-windows.ts'

const DEPLOY_HINT =
  'Deploy a template or a container image. Choose a region and a size, see the price, and get a link in under a minute.'

type ProjectInstancesProps = { project: Project; organization: string; newInstance: string }

export const ProjectInstances = ({ project, organization, newInstance }: ProjectInstancesProps) => {
  const isVisitor = useIsVisitor()
  const { view, search, sort, hidden, toState, searchFor, sortBy, hide } = useInstanceView()
  const list = useInstanceWindows('readInstances', { id: project._id, ...view })
  const names = useCatalogueNames()
  const columns = useMemo(
    () => instanceColumns(names).filter(({ id }) => !isVisitor || id !== 'price'),
    [names, isVisitor],
  )
  const visible = useMemo(() => columns.filter(({ id }) => !hidden.includes(id)), [columns, hidden])
  const mayDeploy = !isVisitor && project.state === 'MAINTAINED'
  const isEmpty = project.instanceReport.total === 0 && !list.count

  if (isEmpty)
    return (
      <EmptyState
        size="page"
        art={<CraneArt />}
        title="No instances yet"
        text={mayDeploy ? DEPLOY_HINT : 'The instances of this project will appear here.'}
        actions={
          mayDeploy && (
            <MayLinkButton may="instances.write" variant="primary" icon={<Rocket />} to={newInstance}>
              New instance
            </MayLinkButton>
          )
        }
      />
    )
  return (
    <Stack>
      <Remote data={list.data} retry={list.retry} title="The instances could not be loaded" value={list.count}>
        <div className={css.tools}>
          <StateTabs report={project.instanceReport} current={view.state} to={toState} />
          <div className={css.search}>
            <SearchField label="Search instances" value={search} onChange={searchFor} />
            {!isVisitor &&
              consoleKinds.map(
                ({ kind, InstanceListTool: Tool }) => Tool && <Tool key={kind.name} projectId={project._id} />,
              )}
            <ColumnsMenu columns={columns} hidden={hidden} onChange={hide} />
          </div>
        </div>
        <InstancesTable
          list={list}
          columns={visible}
          organizationId={project.organizationId}
          organization={organization}
          scope={`${view.state} ${view.search}`}
          sort={sort}
          onSort={sortBy}
        />
      </Remote>
    </Stack>
  )
}
