import { Scaling } from 'lucide-react'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import type { Replica } from '../../../src/contract/wire/instance/deployment-details.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { isAsleep } from '../../../src/instances/services/asleep-services.ts'
import { inOrderOfServices } from '../../../src/instances/services/service-order.ts'
import { replicaLogName } from '../../../src/rules/deployments/replica-logs.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useIsVisitor } from '../../hooks/use-organization.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { LinkButton } from '../../parts/actions/link-button.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { Badge } from '../../parts/state/badge.tsx'
import type { StatusAppearance } from '../../parts/state/status-appearances.ts'
import { StatusMark } from '../../parts/state/status-mark.tsx'
import type { Column } from '../../parts/tables/column.ts'
import { DataTable } from '../../parts/tables/data-table.tsx'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import { Text, TwoLines } from '../../parts/text/text.tsx'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { SkeletonRows } from '../../parts/waiting/skeleton-rows.tsx'
import { MayButton } from '../../shell/permissions/may-button.tsx'

/** It gets no new connections. */
const draining: StatusAppearance = { tone: 'still', shape: 'arc', label: 'Draining' }

/** As users count: from 1. */
const replicaName = ({ service, index }: Replica): string => `${service} ${index + 1}`

const columnsOf = (
  { deployments, activeDeployment }: Instance,
  logNameOf: (replica: Replica) => string,
): Column<Replica>[] => [
  {
    id: 'replica',
    widthPercent: 22,
    title: 'Replica',
    isRowHeader: true,
    cell: (replica) => {
      const number = deployments.find(({ _id }) => _id === replica.deploymentId)?.number
      return (
        <>
          {replicaName(replica)}{' '}
          {replica.deploymentId !== activeDeployment && number !== undefined && <Badge>Deployment {number}</Badge>}
        </>
      )
    },
  },
  {
    id: 'state',
    widthPercent: 26,
    title: 'State',
    cell: ({ state, drainingSince, progressMessage, error }) => (
      <TwoLines>
        <StatusMark status={drainingSince && state === 'Active' ? draining : state} />
        {state === 'Starting' && progressMessage && progressMessage !== state && (
          <Text as="div" size="sm" tone="muted">
            {progressMessage}
          </Text>
        )}
        {error && (
          <Text as="div" size="sm" tone="bad">
            {error.message} <RelativeTime at={error.at} />
          </Text>
        )}
      </TwoLines>
    ),
  },
  {
    id: 'restarts',
    widthPercent: 12,
    title: 'Restarts',
    align: 'end',
    cell: ({ restarts }) => restarts,
  },
  {
    id: 'age',
    widthPercent: 20,
    title: 'Ready since',
    align: 'end',
    cell: ({ readySince }) => (readySince ? <RelativeTime at={readySince} /> : '–'),
  },
  {
    id: 'logs',
    widthPercent: 14,
    title: 'Logs',
    titleHidden: true,
    align: 'end',
    cell: (replica) => (
      <LinkButton
        size="small"
        to={`logs/instance-logs?deployment=${replica.deploymentId}&service=${logNameOf(replica)}`}
      >
        Logs
      </LinkButton>
    ),
  },
]

/** What runs of each service: its replicas with their states. */
export const ReplicasCard = ({ instance }: { instance: Instance }) => {
  const isVisitor = useIsVisitor()
  const send = useSend()
  const { data, retry } = useQuery('readReplicas', { id: instance._id })
  const loaded = lastLoaded(data)?.value.replicas
  const replicas = loaded ? inOrderOfServices(loaded, instance.services) : null
  const logNameOf = ({ deploymentId, service, index }: Replica) => {
    const deployment = instance.deployments.find(({ _id }) => _id === deploymentId)
    return replicaLogName(service, index, deployment?.services[0]?.name === service)
  }
  const columns = columnsOf(instance, logNameOf).filter(({ id }) => !isVisitor || id !== 'logs')
  return (
    <Card
      title="Services and replicas"
      padded={false}
      actions={
        !isVisitor && (
          <MayButton
            may="instances.write"
            size="small"
            icon={<Scaling />}
            disabled={instance.desiredState !== 'active'}
            onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'scaleInstance', id: instance._id } })}
          >
            Scale
          </MayButton>
        )
      }
    >
      <Remote
        data={data}
        retry={retry}
        title="The replicas could not be loaded"
        value={replicas}
        loading={<SkeletonRows rows={2} columns={4} />}
        empty={
          replicas?.length === 0 &&
          (isAsleep(instance) ? (
            <EmptyState title="Asleep" text="The next request to a public port starts a replica." />
          ) : (
            <EmptyState title="Nothing is running" text="No service has a replica." />
          ))
        }
      >
        {(rows) => (
          <DataTable caption="Replicas" columns={columns} rows={rows} rowKey={({ _id }) => _id} rowName={replicaName} />
        )}
      </Remote>
    </Card>
  )
}
