import { behaviourSummary, hasOwnBehaviour } from '../../../../src/instances/configuration/form/behaviour-summary.ts'
import type { ServiceDraft } from '../../../../src/instances/configuration/service-draft.ts'
import { CheckboxGroup } from '../../../parts/choices/checkbox-group.tsx'
import { Select } from '../../../parts/choices/select.tsx'
import { NumberField } from '../../../parts/fields/number-field.tsx'
import { TextArea } from '../../../parts/fields/text-area.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { FoldedCard } from '../../../parts/layout/folded-card.tsx'
import { Grid } from '../../../parts/layout/grid.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import type { ServiceFieldsProps } from './service-fields.ts'

const restartPolicies = [
  { value: 'always', label: 'Always' },
  { value: 'on-failure', label: 'After a failure' },
  { value: 'never', label: 'Never' },
] as const

const fields = ['restartPolicy', 'stopGraceMs', 'stopSignal', 'startAfter', 'releaseCommand'] as const

type BehaviourFieldsProps = ServiceFieldsProps & {
  /** The other services, after which it can start. */
  others: readonly ServiceDraft[]
}

/** What happens before a replica starts, and when it ends. */
export const BehaviourFields = ({ service, others, change, errorOf }: BehaviourFieldsProps) => {
  const { kept } = service
  return (
    <FoldedCard
      title="Start and stop"
      summary={behaviourSummary(service, others)}
      isUsed={hasOwnBehaviour(service)}
      hasErrors={fields.some((field) => errorOf(field) !== undefined)}
    >
      <Stack>
        <Grid columns={3}>
          <Select
            label="Restart"
            hint="When the program ends by itself."
            options={restartPolicies}
            value={service.restartPolicy}
            onChange={(restartPolicy) => change({ restartPolicy })}
          />
          <TextField
            label="Stop signal"
            placeholder="SIGTERM"
            mono
            maxLength={20}
            autoComplete="off"
            value={service.stopSignal}
            error={errorOf('stopSignal')}
            onChange={(event) => change({ stopSignal: event.target.value })}
          />
          <NumberField
            label="Time to stop"
            hint="Then the program is killed."
            unit="s"
            min={0}
            max={3600}
            value={service.stopGraceSeconds}
            error={errorOf('stopGraceMs')}
            onChange={(stopGraceSeconds) => change({ stopGraceSeconds })}
          />
        </Grid>
        {others.length > 0 && (
          <CheckboxGroup
            legend="Starts after"
            hint="It waits until the chosen services are ready."
            options={others.map(({ key, name }) => ({ value: key, label: name || 'New service' }))}
            chosen={kept.startAfter}
            onChange={(key, isChosen) =>
              change({
                kept: {
                  ...kept,
                  startAfter: isChosen ? [...kept.startAfter, key] : kept.startAfter.filter((other) => other !== key),
                },
              })
            }
          />
        )}
        <TextArea
          label="Release command"
          hint="Runs once in the new image before traffic is switched, one argument per line. If it fails, the previous deployment stays."
          mono
          grows
          rows={2}
          maxLength={4000}
          spellCheck={false}
          value={service.releaseCommand}
          error={errorOf('releaseCommand')}
          onChange={(event) => change({ releaseCommand: event.target.value })}
        />
      </Stack>
    </FoldedCard>
  )
}
