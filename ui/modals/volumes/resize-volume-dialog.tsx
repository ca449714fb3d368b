import { useState } from 'react'
import { fieldErrorMessage } from '../../../src/core/failure.ts'
import { selectVolume } from '../../../src/volumes/volumes.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { NumberField } from '../../parts/fields/number-field.tsx'
import { FormDialog } from '../../parts/overlay/form-dialog.tsx'
import type { DialogOf } from '../dialog-of.ts'

const GIB = 1_073_741_824
const MAX_GIB = 16_384

export const ResizeVolumeDialog = ({ modal: { id }, onClose }: DialogOf<'resizeVolume'>) => {
  const volume = useSelected(selectVolume(id), [id])
  const { mutate, isRunning, failure } = useMutation('resizeVolume')
  const [typed, setTyped] = useState<number | null>(null)
  if (!volume) return null
  const gib = typed ?? Math.ceil(volume.sizeBytes / GIB)
  return (
    <FormDialog
      title={`Enlarge ${volume.name}`}
      text="A volume cannot shrink. The new size takes effect without a deployment."
      submitLabel="Enlarge"
      busy={isRunning}
      disabled={gib * GIB <= volume.sizeBytes}
      failure={failure}
      failureTitle="The volume was not enlarged"
      onSubmit={() => mutate({ id: volume._id, sizeBytes: Math.round(gib * GIB) })}
      onClose={onClose}
    >
      <NumberField
        label="Size"
        unit="GiB"
        min={0}
        max={MAX_GIB}
        value={gib}
        {...(failure && { error: fieldErrorMessage(failure, 'sizeBytes') })}
        onChange={setTyped}
      />
    </FormDialog>
  )
}
