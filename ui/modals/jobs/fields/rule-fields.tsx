import type { JobDraft } from '../../../../src/instances/jobs/job-draft.ts'
import { Checkbox } from '../../../parts/choices/checkbox.tsx'
import { Select } from '../../../parts/choices/select.tsx'
import { NumberField } from '../../../parts/fields/number-field.tsx'
import { Grid } from '../../../parts/layout/grid.tsx'
import type { FieldsOf } from './run-fields.tsx'

/** What happens when runs overlap or fail, and how many are kept. */
export const RuleFields = ({ draft, change, errorOf }: FieldsOf<JobDraft>) => (
  <>
    <Grid columns={2}>
      <Select
        label="If the last run has not ended"
        value={draft.overlap}
        error={errorOf('overlap')}
        onChange={(overlap) => change({ overlap })}
        options={[
          { value: 'forbid', label: 'Skip the new run' },
          { value: 'replace', label: 'Cancel the last run' },
          { value: 'allow', label: 'Run both' },
        ]}
      />
      <NumberField
        label="Runs to keep"
        hint="Older ones are deleted with their output."
        min={1}
        max={200}
        value={draft.keptRuns}
        error={errorOf('keptRuns')}
        onChange={(keptRuns) => change({ keptRuns })}
      />
    </Grid>
    <Checkbox
      label="Notify me of failures"
      hint="Once when the job starts to fail, and once when it works again."
      checked={draft.notifyOnFailure}
      onChange={({ target }) => change({ notifyOnFailure: target.checked })}
    />
    <Checkbox
      label="Enabled"
      hint="A job that is not enabled keeps its settings and history, and can still be run by hand."
      checked={draft.enabled}
      onChange={({ target }) => change({ enabled: target.checked })}
    />
  </>
)
