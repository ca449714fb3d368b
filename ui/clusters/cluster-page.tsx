import { Ellipsis, Trash2 } from 'lucide-react'
import { useParams } from 'react-router-dom'
import { useSend } from '../hooks/use-console.tsx'
import { useBlocked } from '../hooks/use-membership.ts'
import { useIsVisitor } from '../hooks/use-organization.ts'
import { useTitle } from '../hooks/use-title.ts'
import { routeClusterId } from '../instances/route-id.ts'
import { IconButton } from '../parts/actions/icon-button.tsx'
import { Menu } from '../parts/actions/menu.tsx'
import { PageBody } from '../parts/layout/page-body.tsx'
import { PageHeader } from '../parts/navigation/page-header.tsx'
import { LoadingTitle } from '../parts/waiting/loading-title.tsx'
import { MissingState } from '../parts/waiting/missing-state.tsx'
import { Remote } from '../parts/waiting/remote.tsx'
import { SkeletonRows } from '../parts/waiting/skeleton-rows.tsx'
import { AsOf } from '../shell/frame/as-of.tsx'
import { ClusterFunds } from './cluster-funds.tsx'
import { ClusterInstances } from './cluster-instances.tsx'
import { useCluster } from './use-cluster.ts'

/** The instances that were deployed from one source. */
export const ClusterPage = () => {
  const { organization = '', clusterId } = useParams()
  const { cluster, data, retry, isDeleted, isMissing } = useCluster(routeClusterId(clusterId))
  const send = useSend()
  const isVisitor = useIsVisitor()
  const blocked = useBlocked('instances.write')
  useTitle(cluster?.name ?? null)
  const dashboard = `/${organization}/dashboard`

  if (isDeleted || isMissing)
    return (
      <MissingState
        title={isDeleted ? 'This cluster was deleted' : 'Cluster not found'}
        text={
          isDeleted ? 'Its instances were deleted too.' : 'It may have been deleted, or you do not have access to it.'
        }
        to={dashboard}
        label="Back to the dashboard"
      />
    )
  return (
    <PageBody>
      <PageHeader
        crumbs={[{ label: 'Dashboard', to: dashboard }, { label: cluster?.name ?? 'Cluster' }]}
        title={cluster?.name ?? <LoadingTitle />}
        mark={<AsOf />}
        text={
          cluster && (
            <>
              <span>{cluster.repository}</span>
              {cluster.provider && <span>{cluster.provider}</span>}
              {cluster.tags.length > 0 && <span>{cluster.tags.join(', ')}</span>}
            </>
          )
        }
        actions={
          cluster &&
          !isVisitor && (
            <Menu
              trigger={<IconButton label="More actions" variant="secondary" icon={<Ellipsis />} />}
              entries={[
                {
                  kind: 'action',
                  label: 'Delete cluster',
                  icon: <Trash2 />,
                  danger: true,
                  blocked,
                  onChoose: () => send({ type: 'ui/modalOpened', modal: { kind: 'deleteCluster', id: cluster._id } }),
                },
              ]}
            />
          )
        }
      />
      <Remote
        data={data}
        retry={retry}
        title="The cluster could not be loaded"
        value={cluster}
        loading={<SkeletonRows />}
      >
        {(current) => (
          <>
            <ClusterInstances cluster={current} organization={organization} />
            {!isVisitor && <ClusterFunds id={current._id} />}
          </>
        )}
      </Remote>
    </PageBody>
  )
}
