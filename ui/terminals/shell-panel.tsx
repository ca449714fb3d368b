import { useObservableEagerState } from 'observable-hooks'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { isAsleep } from '../../src/instances/services/asleep-services.ts'
import { replicaLogs } from '../../src/rules/deployments/replica-logs.ts'
import { useUrlQuery } from '../hooks/use-url-query.ts'
import { ReplicaSelect } from '../instances/logs/replica-select.tsx'
import { Row } from '../parts/layout/row.tsx'
import { Stack } from '../parts/layout/stack.tsx'
import { LinkTabs } from '../parts/navigation/link-tabs.tsx'
import { EmptyState } from '../parts/waiting/empty-state.tsx'
import { FilesPanel } from './files/files-panel.tsx'
import { TerminalsPanel } from './terminals-panel.tsx'
import { useTerminals } from './use-terminals.ts'

/** The shells and files of an instance, and the choice of the container. */
export const ShellPanel = ({ instance }: { instance: Instance }) => {
  const { query, choose, to } = useUrlQuery()
  const open = useObservableEagerState(useTerminals().list$).filter(({ instanceId }) => instanceId === instance._id)
  const serving = instance.deployments.find(({ _id }) => _id === instance.activeDeployment) ?? instance.deployments[0]
  const places = replicaLogs(serving?.services ?? [])
  const place =
    places.find(({ service, index }) => service === query.get('service') && String(index) === query.get('replica')) ??
    places[0]
  const chosen = place && { service: place.service, replica: place.index }
  const isFiles = query.get('view') === 'files'

  if (instance.desiredState !== 'active' && open.length === 0)
    return (
      <EmptyState title="No container is running" text="Deploy the instance again to use a shell in its containers." />
    )
  if (places.length === 0 && open.length === 0 && isAsleep(instance))
    return (
      <EmptyState title="This instance is asleep" text="Wake it above to use a shell or the files of its containers." />
    )
  return (
    <Stack gap={3}>
      <Row wrap align="end">
        <LinkTabs
          label="View"
          look="segments"
          current={to({ view: isFiles ? 'files' : '' })}
          tabs={[
            { to: to({ view: '' }), label: 'Terminal' },
            { to: to({ view: 'files' }), label: 'Files' },
          ]}
        />
        {places.length > 1 && (
          <ReplicaSelect
            logs={places}
            value={place?.name ?? ''}
            onChange={(name) => {
              const picked = places.find((one) => one.name === name)
              choose({
                service: picked?.service ?? '',
                replica: String(picked?.index ?? ''),
                ...(isFiles && { path: '', file: '' }),
              })
            }}
          />
        )}
      </Row>
      {isFiles ? (
        <FilesPanel instance={instance} place={chosen} open={open.filter(({ kind }) => kind === 'files')} />
      ) : (
        <TerminalsPanel instance={instance} place={chosen} open={open.filter(({ kind }) => kind === 'terminal')} />
      )}
    </Stack>
  )
}
