import { useState } from 'react'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { useIsVisitor } from '../../hooks/use-organization.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { Stack } from '../../parts/layout/stack.tsx'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { useCurrentInstance } from '../page/use-instance.ts'
import { DecisionsCard } from './decisions-card.tsx'
import { RulesDialog } from './rules-dialog.tsx'
import { ServiceScalingCard } from './service-scaling-card.tsx'

/** The autoscaling rules of each service, what they do now, and what they did. */
export const InstanceScaling = () =>
  useIsVisitor() ? <EmptyState title="Only members see scaling" text="Load and rules are private." /> : <Scaling />

const Scaling = () => {
  const instance = useCurrentInstance()
  const [edited, setEdited] = useState<string | null>(null)
  const hasRules = instance.services.some(({ autoscalingRules }) => autoscalingRules !== null)
  const { data } = useQuery('readScaling', hasRules ? { id: instance._id } : null)
  const scaled = lastLoaded(data)?.value.services ?? []
  const chosen = instance.services.find(({ name }) => name === edited)
  return (
    <Stack gap={4}>
      {instance.services.map((service) => (
        <ServiceScalingCard
          key={service.name}
          instance={instance}
          service={service}
          scaled={scaled.find(({ name }) => name === service.name)}
          onEdit={() => setEdited(service.name)}
        />
      ))}
      <DecisionsCard instance={instance} />
      {chosen && <RulesDialog instance={instance} service={chosen} onClose={() => setEdited(null)} />}
    </Stack>
  )
}
