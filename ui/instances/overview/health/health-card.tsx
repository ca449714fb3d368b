import { HeartPulse } from 'lucide-react'
import { useState } from 'react'
import type { Instance } from '../../../../src/contract/wire/compute.ts'
import type { HealthResult, ReplicaHealth } from '../../../../src/contract/wire/instance/health/health-result.ts'
import { failureMessage } from '../../../../src/core/failure.ts'
import { lastLoaded } from '../../../../src/core/remote-data.ts'
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
import { HealthStrip } from './health-strip.tsx'

/** The results of the health checks of each replica. Not shown where no service has a check. */
export const HealthCard = ({ instance }: { instance: Instance }) => {
  const { data, retry } = useQuery('readHealth', { id: instance._id })
  const check = useMutation('triggerInstance')
  const checkNow = () => check.mutate({ id: instance._id, type: 'instance-health-check' })
  const loaded = lastLoaded(data)?.value.replicas.filter(({ hasCheck }) => hasCheck) ?? []
  const replicas = inOrderOfServices(loaded, instance.services)
  if (replicas.length === 0) return isAsleep(instance) ? <NothingToCheck instance={instance} /> : null
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
      {data.kind === 'failed' && <FailedState inline title="The results could not be refreshed" onRetry={retry} />}
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

/** An instance that sleeps has no replica that would show whether it has checks. */
const NothingToCheck = ({ instance: { desiredDeployment } }: { instance: Instance }) => {
  const isVisitor = useIsVisitor()
  const { data } = useQuery('readDeployment', desiredDeployment && !isVisitor ? { id: desiredDeployment } : null)
  const services = lastLoaded(data)?.value.deployment.configuration?.services ?? []
  if (!services.some(({ healthCheck }) => healthCheck)) return null
  return (
    <Card title="Health">
      <Text tone="muted">Nothing is checked while the instance is asleep. Checks begin when a replica starts.</Text>
    </Card>
  )
}

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
