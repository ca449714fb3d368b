import type { RunDraft } from '../../../../src/instances/jobs/job-draft.ts'
import { Select } from '../../../parts/choices/select.tsx'
import { NumberField } from '../../../parts/fields/number-field.tsx'
import { Grid } from '../../../parts/layout/grid.tsx'
import { CommandField } from './command-field.tsx'

const DAY_SECONDS = 86_400

export interface FieldsOf<Draft> {
  draft: Draft
  change: (change: Partial<Draft>) => void
  errorOf: (field: string) => string | undefined
}

type RunFieldsProps = FieldsOf<RunDraft> & { services: readonly string[] }

/** What to run, in which service, and for how long. */
export const RunFields = ({ draft, change, errorOf, services }: RunFieldsProps) => (
  <>
    <CommandField command={draft.command} error={errorOf('command')} onChange={(command) => change({ command })} />
    <Grid columns={2}>
      <Select
        label="Service"
        hint="Its image, variables and files are used, without its volumes."
        value={draft.serviceName}
        error={errorOf('serviceName')}
        onChange={(serviceName) => change({ serviceName })}
        options={[...new Set([...services, draft.serviceName])]
          .filter((name) => name !== '')
          .map((name) => ({ value: name, label: name }))}
      />
      <NumberField
        label="Time limit"
        hint="The command is stopped after it."
        unit="seconds"
        min={1}
        max={DAY_SECONDS}
        step={60}
        value={draft.timeoutSeconds}
        error={errorOf('timeoutSeconds')}
        onChange={(timeoutSeconds) => change({ timeoutSeconds })}
      />
    </Grid>
  </>
)
