import { useState } from 'react'
import * as v from 'valibot'
import { healthCheck } from '../../../src/contract/wire/instance/health-check.ts'
import { type HealthCheckDraft, healthCheckDraft } from '../../../src/instances/configuration/service-draft.ts'
import { typedHealthCheck } from '../../../src/instances/configuration/typed-configuration.ts'
import { selectInstance } from '../../../src/instances/instances.ts'
import { fieldMessage } from '../../../src/rules/validation/field-message.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { HealthCheckFields } from '../../instances/configuration/fields/health-check-fields.tsx'
import { SavedPriceChange } from '../../instances/price/saved-price-change.tsx'
import { FormDialog } from '../../parts/overlay/form-dialog.tsx'
import { GapNote } from '../../volumes/gap-note.tsx'
import type { DialogOf } from '../dialog-of.ts'
import { useRollOut } from './use-roll-out.tsx'

/** Changes the health check of one service. */
export const HealthCheckDialog = ({
  modal: { id, serviceName, baseDeployment, check, onlyPort },
  onClose,
}: DialogOf<'saveHealthCheckConfig'>) => {
  const { mutate, isRunning, failure, fieldError } = useMutation('updateHealthCheck')
  const [draft, setDraft] = useState<HealthCheckDraft>(() => healthCheckDraft(check, onlyPort))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const instance = useSelected(selectInstance(id), [id])
  const { strategy, notice } = useRollOut(id)
  const save = () => {
    const typed = typedHealthCheck(draft)
    const read = v.safeParse(v.nullable(healthCheck), typed)
    if (read.success) return mutate({ id, serviceName, baseDeployment, healthCheck: read.output, strategy })
    setErrors(Object.fromEntries(read.issues.map((issue) => [v.getDotPath(issue) ?? '', fieldMessage(issue)])))
  }
  return (
    <FormDialog
      title={`Health check of ${serviceName}`}
      text={
        <>
          Traffic goes only to replicas that pass it. Saving deploys the configuration again: the replicas are replaced,
          and data on their disks is lost.
          <GapNote id={id} />
        </>
      }
      onClose={onClose}
      submitLabel="Save"
      busy={isRunning}
      failure={failure}
      failureTitle="The health check was not saved"
      onSubmit={save}
    >
      {instance && <SavedPriceChange instance={instance} onlyIfChanged />}
      {notice}
      <HealthCheckFields
        check={draft}
        change={(change) => setDraft((last) => ({ ...last, ...change }))}
        errorOf={(field) => errors[field] ?? fieldError(`healthCheck.${field}`)}
      />
    </FormDialog>
  )
}
