import type { HealthCheckDraft } from '../../../../src/instances/configuration/service-draft.ts'
import { Select } from '../../../parts/choices/select.tsx'
import { NumberField } from '../../../parts/fields/number-field.tsx'
import { TextArea } from '../../../parts/fields/text-area.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { Grid } from '../../../parts/layout/grid.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'

const kinds = [
  { value: 'none', label: 'No check', note: 'Ready as soon as its ports listen' },
  { value: 'http', label: 'HTTP request', note: 'Ready when a path responds without an error' },
  { value: 'tcp', label: 'TCP connection', note: 'Ready when a port accepts connections' },
  { value: 'command', label: 'Command', note: 'Ready when a command in the container exits with 0' },
] as const

type HealthCheckFieldsProps = {
  check: HealthCheckDraft
  change: (change: Partial<HealthCheckDraft>) => void
  /** The error of a field of the check. */
  errorOf: (field: string) => string | undefined
}

export const HealthCheckFields = ({ check, change, errorOf }: HealthCheckFieldsProps) => (
  <Stack>
    <Select label="Check" options={kinds} value={check.kind} onChange={(kind) => change({ kind })} />
    {check.kind === 'command' && (
      <TextArea
        label="Health command"
        hint="One argument per line."
        mono
        grows
        rows={2}
        maxLength={4000}
        spellCheck={false}
        value={check.command}
        error={errorOf('command')}
        onChange={(event) => change({ command: event.target.value })}
      />
    )}
    {(check.kind === 'http' || check.kind === 'tcp') && (
      <Grid columns={2}>
        {check.kind === 'http' && (
          <TextField
            label="Path"
            mono
            maxLength={2000}
            autoComplete="off"
            spellCheck={false}
            value={check.path}
            error={errorOf('path')}
            onChange={(event) => change({ path: event.target.value })}
          />
        )}
        <TextField
          label="Port of the check"
          mono
          inputMode="numeric"
          maxLength={5}
          autoComplete="off"
          value={check.port}
          error={errorOf('port')}
          onChange={(event) => change({ port: event.target.value })}
        />
      </Grid>
    )}
    {check.kind !== 'none' && (
      <Grid columns={2}>
        <NumberField
          label="Every"
          unit="s"
          min={1}
          max={3600}
          value={check.periodSeconds}
          error={errorOf('periodMs')}
          onChange={(periodSeconds) => change({ periodSeconds })}
        />
        <NumberField
          label="Timeout"
          unit="s"
          min={0.1}
          max={600}
          value={check.timeoutSeconds}
          error={errorOf('timeoutMs')}
          onChange={(timeoutSeconds) => change({ timeoutSeconds })}
        />
        <NumberField
          label="Failures in a row"
          hint="Before a replica counts as unhealthy."
          min={1}
          max={100}
          value={check.retries}
          error={errorOf('retries')}
          onChange={(retries) => change({ retries })}
        />
        <NumberField
          label="Start period"
          hint="Failures are ignored for this long after the start."
          unit="s"
          min={0}
          max={3600}
          value={check.startPeriodSeconds}
          error={errorOf('startPeriodMs')}
          onChange={(startPeriodSeconds) => change({ startPeriodSeconds })}
        />
      </Grid>
    )}
  </Stack>
)
