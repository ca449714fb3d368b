import { useState } from 'react'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { RadioCards } from '../../parts/choices/radio-cards.tsx'
import { NumberField } from '../../parts/fields/number-field.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { Row } from '../../parts/layout/row.tsx'
import { FormDialog } from '../../parts/overlay/form-dialog.tsx'
import type { DialogOf } from '../dialog-of.ts'
import { BackupPlaceFields, emptyPlace, type TypedPlace } from './backup-place-fields.tsx'
import { BackupSourceFields, emptySource, sourceOf, type TypedSource } from './backup-source-fields.tsx'

const places = [
  { value: 'platform', title: 'The platform', text: 'Counts for the storage of the organisation.' },
  { value: 's3', title: 'An S3 bucket', text: 'Outlives this installation. You pay its provider.' },
] as const

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

export const CreateBackupDialog = ({ modal: { id }, onClose }: DialogOf<'createBackup'>) => {
  const { mutate, isRunning, failure, fieldError } = useMutation('createBackup')
  const volumes = lastLoaded(useQuery('readProjectVolumes', { id }).data)?.value.volumes ?? []
  const [name, setName] = useState('')
  const [source, setSource] = useState<TypedSource>(emptySource)
  const [schedule, setSchedule] = useState('0 3 * * *')
  const [zone, setZone] = useState(timeZone)
  const [kept, setKept] = useState({ keepLast: 7, keepDays: 0, keepWeeks: 4 })
  const [verifySchedule, setVerifySchedule] = useState('0 5 * * 0')
  const [target, setTarget] = useState<'platform' | 's3'>('platform')
  const [place, setPlace] = useState<TypedPlace>(emptyPlace)
  const chosen = sourceOf(source, volumes)
  const submit = () => {
    if (!chosen) return
    const { secretAccessKey, ...bucket } = place
    mutate({
      id,
      name,
      source: chosen,
      schedule,
      timeZone: zone,
      ...kept,
      verifySchedule: verifySchedule.trim() === '' ? null : verifySchedule,
      ...(target === 's3' && { place: bucket, secretAccessKey }),
    })
  }
  const keep = (field: keyof typeof kept, label: string) => (
    <NumberField
      label={label}
      min={field === 'keepLast' ? 1 : 0}
      max={1000}
      value={kept[field]}
      error={fieldError(field)}
      onChange={(value) => setKept({ ...kept, [field]: value ?? 0 })}
    />
  )
  return (
    <FormDialog
      title="New backup plan"
      text="A failed backup or test restore notifies you."
      size="wide"
      submitLabel="Create plan"
      busy={isRunning}
      disabled={!chosen || name.trim() === ''}
      failure={failure}
      failureTitle="The plan was not created"
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        autoFocus
        maxLength={60}
        autoComplete="off"
        placeholder="Nightly"
        value={name}
        error={fieldError('name')}
        onChange={(event) => setName(event.target.value)}
      />
      <BackupSourceFields projectId={id} volumes={volumes} value={source} onChange={setSource} errorOf={fieldError} />
      <TextField
        label="Schedule"
        hint="Minute, hour, day of the month, month and day of the week."
        mono
        maxLength={100}
        value={schedule}
        error={fieldError('schedule')}
        onChange={(event) => setSchedule(event.target.value)}
      />
      <TextField
        label="Time zone"
        maxLength={60}
        value={zone}
        error={fieldError('timeZone')}
        onChange={(event) => setZone(event.target.value)}
      />
      <Row>
        {keep('keepLast', 'Newest kept')}
        {keep('keepDays', 'Days kept')}
        {keep('keepWeeks', 'Weeks kept')}
      </Row>
      <TextField
        label="Test restore"
        hint="When the newest backup is restored into a scratch volume and checked. Empty for never."
        mono
        maxLength={100}
        value={verifySchedule}
        error={fieldError('verifySchedule')}
        onChange={(event) => setVerifySchedule(event.target.value)}
      />
      <RadioCards legend="Stored on" cards={places} value={target} onChange={setTarget} />
      {target === 's3' && <BackupPlaceFields value={place} onChange={setPlace} errorOf={fieldError} />}
    </FormDialog>
  )
}
