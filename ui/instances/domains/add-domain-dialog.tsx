import { useState } from 'react'
import type { ResponseOf } from '../../../src/contract/contract.ts'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { type DomainType, domainTypes } from '../../../src/contract/wire/domains/domain.ts'
import { domainTypeExamples, domainTypeLabels } from '../../../src/domains/domain-texts.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { Select } from '../../parts/choices/select.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { FormDialog } from '../../parts/overlay/form-dialog.tsx'
import { useCloseAfter } from '../../parts/overlay/use-close-after.ts'
import { portOf, portOptions } from './port-options.ts'

type AddDomainDialogProps = {
  instance: Instance
  unavailableTypes: ResponseOf<'readDomains'>['unavailableTypes']
  onClose: () => void
}

export const AddDomainDialog = ({ instance, unavailableTypes, onClose }: AddDomainDialogProps) => {
  const { mutate, isRunning, failure, fieldError, response } = useMutation('createDomain')
  const [type, setType] = useState<DomainType>('domain')
  const [name, setName] = useState('')
  const [port, setPort] = useState('first')

  useCloseAfter(response, onClose)
  const types = domainTypes.map((value) => {
    const note = unavailableTypes.find((each) => each.type === value)?.reason
    return { value, label: domainTypeLabels[value], ...(note !== undefined && { note, disabled: true }) }
  })

  return (
    <FormDialog
      title="Add a domain"
      text="You then set two records at your DNS provider: one proves that the name is yours, one leads to this instance."
      submitLabel="Add domain"
      busy={isRunning}
      disabled={name.trim() === ''}
      failure={failure}
      failureTitle="The domain was not added"
      onSubmit={() => mutate({ id: instance._id, type, name: name.trim(), containerPort: portOf(port) })}
      onClose={onClose}
    >
      <Select label="Type" options={types} value={type} onChange={setType} />
      <TextField
        label="Name"
        hint={`Such as ${domainTypeExamples[type]}.`}
        mono
        maxLength={253}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={name}
        error={fieldError('name')}
        onChange={(event) => setName(event.target.value)}
      />
      <Select
        label="Leads to"
        options={portOptions(instance)}
        value={port}
        error={fieldError('containerPort')}
        onChange={setPort}
      />
    </FormDialog>
  )
}
