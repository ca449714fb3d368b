import { useState } from 'react'
import { fieldErrorMessage } from '../../../src/core/failure.ts'
import { dailyPriceOf, isCharged } from '../../../src/instances/instance-list.ts'
import { selectInstance } from '../../../src/instances/instances.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { PriceChange } from '../../instances/price/price-change.tsx'
import { useSavedPrice } from '../../instances/price/saved-price-change.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { FormDialog } from '../../parts/overlay/form-dialog.tsx'
import { SkeletonRows } from '../../parts/waiting/skeleton-rows.tsx'
import { ProjectField } from '../../projects/project-field.tsx'
import { useProjectOptions } from '../../projects/use-project-options.ts'
import type { DialogOf } from '../dialog-of.ts'

const MAX_NAME = 60
const SUFFIX = ' copy'

export const DuplicateInstanceDialog = ({ modal: { id }, onClose }: DialogOf<'duplicateInstance'>) => {
  const instance = useSelected(selectInstance(id), [id])
  const { mutate, isRunning, failure } = useMutation('duplicateInstance')
  const options = useProjectOptions(instance?.organizationId ?? null)
  const [typed, setTyped] = useState<string | null>(null)
  const [chosen, setChosen] = useState<NonNullable<typeof instance>['computeProject'] | null>(null)
  const price = useSavedPrice(instance)
  if (!instance) return null
  const now = isCharged(instance) ? dailyPriceOf(instance) : null
  const name = typed ?? `${instance.name.slice(0, MAX_NAME - SUFFIX.length)}${SUFFIX}`
  const projectId = chosen ?? instance.computeProject
  return (
    <FormDialog
      title={`Duplicate ${instance.name}`}
      text="The copy runs the same configuration with the same secrets and credentials, at a link of its own. Volumes are not copied: it gets new, empty ones of the same size. Scheduled jobs and deploy hooks stay with the original."
      submitLabel="Duplicate"
      busy={isRunning}
      disabled={name.trim() === '' || options === null}
      failure={failure}
      failureTitle="The instance was not duplicated"
      onSubmit={() => mutate({ id: instance._id, projectId, name })}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        maxLength={MAX_NAME}
        autoComplete="off"
        spellCheck={false}
        autoFocus
        serverError={failure ? fieldErrorMessage(failure, 'name') : undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
      {options ? (
        <ProjectField options={options} value={projectId} onChange={setChosen} />
      ) : (
        <SkeletonRows rows={1} columns={1} />
      )}
      <PriceChange
        before={now}
        after={price === null ? null : (now ?? 0) + price}
        titles={{ before: 'Price of the original', after: 'Price of both' }}
      />
    </FormDialog>
  )
}
