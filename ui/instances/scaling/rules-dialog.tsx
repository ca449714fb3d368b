import { useState } from 'react'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { draftOf, fieldOfRules, type RulesErrors, typedRules } from '../../../src/instances/scaling/rules-draft.ts'
import type { RulesDraft } from '../../../src/instances/scaling/rules-draft-schema.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { Button } from '../../parts/actions/button.tsx'
import { FormDialog } from '../../parts/overlay/form-dialog.tsx'
import { useCloseAfter } from '../../parts/overlay/use-close-after.ts'
import { clockNowMs } from '../../parts/text/shared-clock.ts'
import { RulesFields } from './rules-fields.tsx'

type RulesDialogProps = { instance: Instance; service: Instance['services'][number]; onClose: () => void }

/** The autoscaling rules of one service, which need no deployment. */
export const RulesDialog = ({ instance, service, onClose }: RulesDialogProps) => {
  const { name, autoscalingRules: saved } = service
  const { mutate, isRunning, failure, fieldError, response } = useMutation('updateAutoscalingRules')
  const [draft, setDraft] = useState(() => draftOf(saved))
  const [errors, setErrors] = useState<RulesErrors>({})
  useCloseAfter(response, onClose)

  const change = (changed: Partial<RulesDraft>) => {
    setDraft((last) => ({ ...last, ...changed }))
    setErrors({})
  }
  const errorOf = (field: string) => errors[field] ?? fieldError(fieldOfRules(field))
  const save = (autoscalingRules: Parameters<typeof mutate>[0]['autoscalingRules']) =>
    mutate({ id: instance._id, serviceName: name, autoscalingRules })
  const submit = () => {
    const typed = typedRules(draft, new Date(clockNowMs()))
    if ('rules' in typed) save(typed.rules)
    else setErrors(typed.errors)
  }
  return (
    <FormDialog
      title={`Autoscaling of ${name}`}
      text="Takes effect at once, without a deployment. What is left empty does not count."
      size="wide"
      submitLabel="Save rules"
      busy={isRunning}
      failure={failure}
      failureTitle="The rules were not saved"
      moreActions={
        saved && (
          <Button variant="danger" disabled={isRunning} onClick={() => save(null)}>
            Remove rules
          </Button>
        )
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <RulesFields draft={draft} change={change} errorOf={errorOf} />
    </FormDialog>
  )
}
