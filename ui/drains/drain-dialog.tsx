import { useState } from 'react'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import type { Drain } from '../../src/contract/wire/drains/drain.ts'
import { type DrainDraft, drainChange, drainDraft, drainErrors, typedDrain } from '../../src/drains/drain-draft.ts'
import { useMutation } from '../hooks/use-mutation.ts'
import { RadioCards } from '../parts/choices/radio-cards.tsx'
import { NumberField } from '../parts/fields/number-field.tsx'
import { TextField } from '../parts/fields/text-field.tsx'
import { FormDialog } from '../parts/overlay/form-dialog.tsx'
import { useCloseAfter } from '../parts/overlay/use-close-after.ts'
import { DrainFilterFields } from './drain-filter-fields.tsx'
import { DrainScopeFields } from './drain-scope-fields.tsx'
import { TargetFields } from './target-fields.tsx'
import { targetTypes } from './target-types.ts'

type DrainDialogProps = {
  organizationId: OrganizationId
  /** Null creates one. */
  drain: Drain | null
  onClose: () => void
}

/** The form of a log drain, with the fields of its kind of target only. */
export const DrainDialog = ({ organizationId, drain, onClose }: DrainDialogProps) => {
  const [draft, setDraft] = useState(() => drainDraft(drain))
  const [isChecked, setChecked] = useState(false)
  const create = useMutation('createDrain')
  const update = useMutation('updateDrain')
  const { failure, isRunning, response, fieldError } = drain ? update : create

  useCloseAfter(response, onClose)

  const errors = isChecked ? drainErrors(draft) : {}
  const fields = {
    draft,
    isSaved: drain !== null,
    errorOf: (field: string) => errors[field] ?? fieldError(field),
    onChange: (changes: Partial<DrainDraft>) => setDraft({ ...draft, ...changes }),
  }
  const submit = () => {
    setChecked(true)
    if (Object.keys(drainErrors(draft)).length > 0) return
    if (drain) update.mutate({ id: drain._id, ...drainChange(draft) })
    else create.mutate({ id: organizationId, ...typedDrain(draft) })
  }
  return (
    <FormDialog
      title={drain ? `Edit ${drain.name}` : 'New log drain'}
      text="Sends log lines to a system of yours. Each line arrives at least once."
      size="wide"
      submitLabel={drain ? 'Save log drain' : 'Create log drain'}
      busy={isRunning}
      failure={failure}
      failureTitle="The log drain could not be saved"
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        maxLength={80}
        autoComplete="off"
        value={draft.name}
        error={fields.errorOf('name')}
        onChange={({ target }) => fields.onChange({ name: target.value })}
      />
      {!drain && <DrainScopeFields {...fields} organizationId={organizationId} />}
      {!drain && (
        <RadioCards
          legend="Target"
          width="half"
          cards={targetTypes}
          value={draft.type}
          onChange={(type) => fields.onChange({ type })}
        />
      )}
      <TargetFields {...fields} />
      <DrainFilterFields {...fields} />
      {!drain && (
        <NumberField
          label="Earlier lines"
          hint="Also sends stored lines of the last hours. 0 starts now."
          unit="h"
          min={0}
          max={720}
          value={draft.backfillHours}
          error={fields.errorOf('backfillHours')}
          onChange={(backfillHours) => fields.onChange({ backfillHours })}
        />
      )}
    </FormDialog>
  )
}
