import { Select } from '../../../parts/choices/select.tsx'
import { NumberField } from '../../../parts/fields/number-field.tsx'
import { TextArea } from '../../../parts/fields/text-area.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { Grid } from '../../../parts/layout/grid.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { HealthCheckFields } from './health-check-fields.tsx'
import type { ServiceFieldsProps } from './service-fields.ts'

const restartPolicies = [
  { value: 'always', label: 'Always' },
  { value: 'on-failure', label: 'After a failure' },
  { value: 'never', label: 'Never' },
] as const

/** When a replica counts as ready, and what happens when it ends. */
export const BehaviourFields = ({ service, change, errorOf }: ServiceFieldsProps) => (
  <>
    <Card title="Health check" text="Traffic goes only to replicas that pass it.">
      <HealthCheckFields
        check={service.healthCheck}
        change={(patch) => change({ healthCheck: { ...service.healthCheck, ...patch } })}
        errorOf={(field) => errorOf(`healthCheck.${field}`)}
      />
    </Card>
    <Card title="Start and stop">
      <Stack>
        <Grid columns={2}>
          <Select
            label="Restart"
            hint="When the program ends by itself."
            options={restartPolicies}
            value={service.restartPolicy}
            onChange={(restartPolicy) => change({ restartPolicy })}
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
        <Grid columns={3}>
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
          <TextField
            label="User"
            placeholder="The image's own"
            mono
            maxLength={100}
            autoComplete="off"
            value={service.user}
            error={errorOf('user')}
            onChange={(event) => change({ user: event.target.value })}
          />
          <TextField
            label="Working directory"
            placeholder="The image's own"
            mono
            autoComplete="off"
            value={service.workingDirectory}
            error={errorOf('workingDirectory')}
            onChange={(event) => change({ workingDirectory: event.target.value })}
          />
        </Grid>
        <TextArea
          label="Release command"
          hint="Runs once in the new image before traffic is switched, one argument per line. If it fails, the previous deployment stays."
          mono
          rows={2}
          maxLength={4000}
          spellCheck={false}
          value={service.releaseCommand}
          error={errorOf('releaseCommand')}
          onChange={(event) => change({ releaseCommand: event.target.value })}
        />
      </Stack>
    </Card>
  </>
)
