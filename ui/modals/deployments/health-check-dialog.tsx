import { useState } from 'react'
import * as v from 'valibot'
import { healthCheck } from '../../../src/contract/wire/instance/health-check.ts'
import { type HealthCheckDraft, healthCheckDraft } from '../../../src/instances/configuration/service-draft.ts'
import { typedHealthCheck } from '../../../src/instances/configuration/typed-configuration.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { HealthCheckFields } from '../../instances/configuration/fields/health-check-fields.tsx'
import { FormDialog } from '../../parts/overlay/form-dialog.tsx'
import type { DialogOf } from '../dialog-of.ts'
import { useRollOut } from './use-roll-out.tsx'

/** Changes the health check of one service. */
export const HealthCheckDialog = ({
  modal: { id, serviceName, baseDeployment, check },
  onClose,
}: DialogOf<'saveHealthCheckConfig'>) => {
  const { mutate, isRunning, failure, fieldError } = useMutation('updateHealthCheck')
  const [draft, setDraft] = useState<HealthCheckDraft>(() => healthCheckDraft(check))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const { strategy, notice } = useRollOut(id)
  const save = () => {
    const typed = typedHealthCheck(draft)
    const read = v.safeParse(v.nullable(healthCheck), typed)
    if (read.success) return mutate({ id, serviceName, baseDeployment, healthCheck: read.output, strategy })
    setErrors(Object.fromEntries(read.issues.map((issue) => [v.getDotPath(issue) ?? '', issue.message])))
  }
  return (
    <FormDialog
      title={`Health check of ${serviceName}`}
      text="Traffic goes only to replicas that pass it. Saving deploys the configuration again."
      onClose={onClose}
      submitLabel="Save"
      busy={isRunning}
      failure={failure}
      failureTitle="The health check was not saved"
      onSubmit={save}
    >
      {notice}
      <HealthCheckFields
        check={draft}
        change={(change) => setDraft((last) => ({ ...last, ...change }))}
        errorOf={(field) => errors[field] ?? fieldError(`healthCheck.${field}`)}
      />
    </FormDialog>
  )
}
