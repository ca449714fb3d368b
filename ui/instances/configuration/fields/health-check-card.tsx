import { healthCheckSummary } from '../../../../src/instances/configuration/form/behaviour-summary.ts'
import { FoldedCard } from '../../../parts/layout/folded-card.tsx'
import { HealthCheckFields } from './health-check-fields.tsx'
import type { ServiceFieldsProps } from './service-fields.ts'

const fields = ['path', 'port', 'command', 'periodMs', 'timeoutMs', 'retries', 'startPeriodMs'] as const

/** When a replica counts as ready. */
export const HealthCheckCard = ({ service, change, errorOf }: ServiceFieldsProps) => (
  <FoldedCard
    title="Health check"
    summary={healthCheckSummary(service)}
    text="Traffic goes only to replicas that pass it."
    isUsed={service.healthCheck.kind !== 'none'}
    hasErrors={['healthCheck', ...fields.map((field) => `healthCheck.${field}`)].some(
      (field) => errorOf(field) !== undefined,
    )}
  >
    <HealthCheckFields
      check={service.healthCheck}
      change={(patch) => change({ healthCheck: { ...service.healthCheck, ...patch } })}
      errorOf={(field) => errorOf(`healthCheck.${field}`)}
    />
  </FoldedCard>
)
