import type { ResponseOf } from '../../../src/contract/contract.ts'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { choiceText, measureText } from '../../../src/instances/scaling/scaling-texts.ts'
import { rulesText } from '../../../src/rules/scaling/rules-text.ts'
import { DescriptionList } from '../../parts/facts/description-list.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { Text } from '../../parts/text/text.tsx'
import { MayButton } from '../../shell/permissions/may-button.tsx'

type ServiceScalingCardProps = {
  instance: Instance
  service: Instance['services'][number]
  scaled: ResponseOf<'readScaling'>['services'][number] | undefined
  onEdit: () => void
}

export const ServiceScalingCard = ({ instance, service, scaled, onEdit }: ServiceScalingCardProps) => {
  const { name, replicas, readyReplicas, autoscalingRules: rules } = service
  const choice = scaled?.choice ?? null
  const isRunning = instance.state === 'Active' && instance.desiredState === 'active'
  return (
    <Card
      title={name}
      actions={
        <MayButton
          may="instances.write"
          size="small"
          disabled={instance.desiredState === 'deleted'}
          aria-label={rules ? `Edit rules of ${name}` : `Add rules to ${name}`}
          onClick={onEdit}
        >
          {rules ? 'Edit rules' : 'Add rules'}
        </MayButton>
      }
    >
      {rules ? (
        <DescriptionList
          facts={[
            { term: 'Replicas', value: `${replicas}, ${readyReplicas} ready` },
            { term: 'Rules', value: rulesText(rules) },
            { term: 'Now', value: isRunning ? choiceText(choice) : 'The instance does not run.' },
            ...(choice && choice.measures.length > 0
              ? [{ term: 'Measured', value: <Measures measures={choice.measures} /> }]
              : []),
          ]}
        />
      ) : (
        <Text tone="muted">
          Always {replicas} {replicas === 1 ? 'replica' : 'replicas'}. Rules change the number by load, requests or a
          schedule.
        </Text>
      )}
    </Card>
  )
}

type Measure = Parameters<typeof measureText>[0]

const Measures = ({ measures }: { measures: readonly Measure[] }) => (
  <>
    {measures.map((measure) => (
      <Text as="div" key={measure.metric}>
        {measureText(measure)}
      </Text>
    ))}
  </>
)
