import { useState } from 'react'
import { fieldErrorMessage } from '../../../src/core/failure.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { Select } from '../../parts/choices/select.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { FormDialog } from '../../parts/overlay/form-dialog.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const LeaseAddressDialog = ({ modal: { id }, onClose }: DialogOf<'leaseAddress'>) => {
  const { mutate, isRunning, failure } = useMutation('leaseAddress')
  const { data } = useQuery('readRegions', {})
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const regions = new Map(
    lastLoaded(data)?.value.regions.flatMap(({ region, title, disabled, ip_supported }) =>
      ip_supported && !disabled ? [[region, title] as const] : [],
    ),
  )
  const region = chosen ?? [...regions.keys()][0] ?? ''
  const isUnsupported = data.kind === 'loaded' && regions.size === 0
  const nameError = failure ? fieldErrorMessage(failure, 'name') : undefined
  const regionError = isUnsupported
    ? 'No region has addresses of its own.'
    : failure && fieldErrorMessage(failure, 'region')
  return (
    <FormDialog
      title="Lease a static address"
      text="It stays with the project until you release it, and costs its price all the time."
      submitLabel="Lease address"
      busy={isRunning}
      disabled={name.trim() === '' || region === ''}
      failure={failure}
      failureTitle="No address was leased"
      onSubmit={() => mutate({ id, name: name.trim(), region })}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="Services name it in their configuration."
        placeholder="web"
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        value={name}
        error={nameError}
        onChange={(event) => setName(event.target.value)}
      />
      <Select
        label="Region"
        options={[...regions].map(([value, label]) => ({ value, label }))}
        value={region}
        error={regionError || undefined}
        onChange={setChosen}
      />
    </FormDialog>
  )
}
