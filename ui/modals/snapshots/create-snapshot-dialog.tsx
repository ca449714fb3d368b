import { useState } from 'react'
import type { ProjectId } from '../../../src/contract/wire/common.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { formatBytes } from '../../../src/rules/format-size.ts'
import { monthlyFromDailyMicros } from '../../../src/rules/prices.ts'
import { selectVolume } from '../../../src/volumes/volumes.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { RadioCards } from '../../parts/choices/radio-cards.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { FormDialog } from '../../parts/overlay/form-dialog.tsx'
import { Price } from '../../parts/text/price.tsx'
import type { DialogOf } from '../dialog-of.ts'

const ways = [
  {
    value: 'running',
    title: 'While it runs',
    text: 'Nothing is interrupted. Files that change meanwhile may be copied half-written.',
  },
  {
    value: 'pause',
    title: 'Pause meanwhile',
    text: 'Its workload stands still for at most five minutes. All files are of one moment, as after a power failure.',
  },
] as const

export const CreateSnapshotDialog = ({ modal: { id }, onClose }: DialogOf<'createSnapshot'>) => {
  const volume = useSelected(selectVolume(id), [id])
  const { mutate, isRunning, failure, fieldError } = useMutation('createSnapshot')
  const [name, setName] = useState('')
  const [way, setWay] = useState<'running' | 'pause'>('running')
  if (!volume) return null
  return (
    <FormDialog
      title={`Take a snapshot of ${volume.name}`}
      text={<SizeText projectId={volume.projectId} usedBytes={volume.usedBytes} />}
      submitLabel="Take snapshot"
      busy={isRunning}
      disabled={name.trim() === ''}
      failure={failure}
      failureTitle="The snapshot was not taken"
      onSubmit={() => mutate({ id: volume._id, name, pause: way === 'pause' })}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        autoFocus
        maxLength={60}
        autoComplete="off"
        placeholder="Before the upgrade"
        value={name}
        error={fieldError('name')}
        onChange={(event) => setName(event.target.value)}
      />
      {volume.attachment?.service ? (
        <RadioCards legend="How it is taken" cards={ways} value={way} onChange={setWay} />
      ) : null}
    </FormDialog>
  )
}

const SizeText = ({ projectId, usedBytes }: { projectId: ProjectId; usedBytes: number | null }) => {
  const input = { id: projectId, skip: 0, limit: 20 }
  const price = lastLoaded(useQuery('readSnapshots', input).data)?.value.dailyPricePerGibMicros
  return (
    <>
      {usedBytes === null ? 'The files are compressed.' : `Up to ${formatBytes(usedBytes)}, compressed.`}
      {price !== undefined && (
        <>
          {' '}
          A GiB costs <Price micros={monthlyFromDailyMicros(price)} per="month" />, or{' '}
          <Price micros={price} decimals={4} per="day" />.
        </>
      )}
    </>
  )
}
