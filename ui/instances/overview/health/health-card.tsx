import { HeartPulse } from 'lucide-react'
import { useState } from 'react'
import type { Instance } from '../../../../src/contract/wire/compute.ts'
import type { HealthResult, ReplicaHealth } from '../../../../src/contract/wire/instance/health/health-result.ts'
import { failureMessage } from '../../../../src/core/failure.ts'
import { lastLoaded } from '../../../../src/core/remote-data.ts'
import { checkedReplicas } from '../../../../src/instances/health/checked-replicas.ts'
import { healthSummary } from '../../../../src/instances/health/health-summary.ts'
import { isAsleep } from '../../../../src/instances/services/asleep-services.ts'
import { inOrderOfServices } from '../../../../src/instances/services/service-order.ts'
import { useMutation } from '../../../hooks/use-mutation.ts'
import { useIsVisitor } from '../../../hooks/use-organization.ts'
import { useQuery } from '../../../hooks/use-query.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { HiddenText } from '../../../parts/layout/hidden-text.tsx'
import { Badge } from '../../../parts/state/badge.tsx'
import type { Column } from '../../../parts/tables/column.ts'
import { DataTable } from '../../../parts/tables/data-table.tsx'
import { RelativeTime } from '../../../parts/text/relative-time.tsx'
import { Text } from '../../../parts/text/text.tsx'
import { FailedState } from '../../../parts/waiting/failed-state.tsx'
import { MayButton } from '../../../shell/permissions/may-button.tsx'
import css from './health-card.module.css'
import { HealthSkeleton } from './health-skeleton.tsx'
import { HealthStrip } from './health-strip.tsx'

/** The results of the health checks of each replica. Not shown where no service has a check. */
export const HealthCard = ({ instance }: { instance: Instance }) => {
  const { data, retry } = useQuery('readHealth', { id: instance._id })
  const configured = useConfiguredServices(instance)
  const check = useMutation('triggerInstance')
  const checkNow = () => check.mutate({ id: instance._id, type: 'instance-health-check' })
  const loaded = lastLoaded(data)?.value.replicas.filter(({ hasCheck }) => hasCheck)
  const replicas = inOrderOfServices(loaded ?? [], instance.services)
  const expected = configured ? checkedReplicas(instance, configured) : 0
  const isFailed = data.kind === 'failed'
  if (loaded ? replicas.length === 0 : expected === 0) {
    const sleeps = isAsleep(instance) && configured?.some(({ healthCheck }) => healthCheck)
    return sleeps ? <NothingToCheck /> : null
  }
  return (
    <Card
      title="Health"
      text="The last 100 checks of each replica, oldest on the left."
      actions={
        <MayButton may="logs.read" size="small" icon={<HeartPulse />} busy={check.isRunning} onClick={checkNow}>
          Check now
        </MayButton>
      }
    >
      <div role="status">
        {check.response && (
          <div className={css.outcome}>
            <Text size="sm">{check.response.message}.</Text>
          </div>
        )}
        {check.failure && check.failure.kind !== 'cancelled' && (
          <div className={css.outcome}>
            <Text size="sm" tone="bad">
              The replicas were not checked. {failureMessage(check.failure)}
            </Text>
          </div>
        )}
      </div>
      {isFailed && (
        <FailedState
          inline
          title={loaded ? 'The results could not be refreshed' : 'The results could not be loaded'}
          text={failureMessage(data.failure)}
          onRetry={retry}
        />
      )}
      {!(loaded || isFailed) && <HealthSkeleton replicas={expected} />}
      <ul className={css.list}>
        {replicas.map((replica) => (
          <li key={replica.replicaId}>
            <Replica replica={replica} instance={instance} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The services of the desired deployment; null until they are loaded. */
const useConfiguredServices = ({ desiredDeployment }: Instance) => {
  const isVisitor = useIsVisitor()
  const { data } = useQuery('readDeployment', desiredDeployment && !isVisitor ? { id: desiredDeployment } : null)
  return lastLoaded(data)?.value.deployment.configuration?.services ?? null
}

const NothingToCheck = () => (
  <Card title="Health">
    <Text tone="muted">Nothing is checked while the instance is asleep. Checks begin when a replica starts.</Text>
  </Card>
)

const Replica = ({ replica, instance }: { replica: ReplicaHealth; instance: Instance }) => {
  const { service, index, deploymentId, results } = replica
  const [isOpen, setOpen] = useState(false)
  const { text, tone, lastFailure } = healthSummary(results)
  const name = `${service} ${index + 1}`
  const deployment = instance.deployments.find(({ _id }) => _id === deploymentId)
  return (
    <div className={css.replica}>
      <div className={css.head}>
        <span>
          {name}{' '}
          {deploymentId !== instance.activeDeployment && deployment && <Badge>Deployment {deployment.number}</Badge>}
        </span>
        <Text size="sm" tone={tone === 'bad' ? 'bad' : 'muted'}>
          {text}
        </Text>
      </div>
      <HealthStrip results={results} label={`${name}: ${text}`} />
      <div className={css.head}>
        <Text size="sm" tone="muted">
          {lastFailure && (
            <>
              Last failure <RelativeTime at={lastFailure.at} />: {lastFailure.reason}
            </>
          )}
        </Text>
        {results.length > 0 && (
          <Button size="small" variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide checks' : 'All checks'}
            <HiddenText> of {name}</HiddenText>
          </Button>
        )}
      </div>
      {isOpen && (
        <DataTable
          caption={`Checks of ${name}`}
          columns={columns}
          rows={results.toReversed()}
          rowKey={({ at }) => at}
          rowName={({ at }) => at}
        />
      )}
    </div>
  )
}

const columns: Column<HealthResult>[] = [
  { id: 'at', title: 'Checked', widthPercent: 25, isRowHeader: true, cell: ({ at }) => <RelativeTime at={at} /> },
  {
    id: 'result',
    title: 'Result',
    widthPercent: 55,
    ownLine: true,
    cell: ({ isHealthy, reason }) => (isHealthy ? 'Succeeded' : <Text tone="bad">{reason}</Text>),
  },
  { id: 'took', title: 'Took', widthPercent: 20, align: 'end', cell: ({ durationMs }) => `${durationMs} ms` },
]
