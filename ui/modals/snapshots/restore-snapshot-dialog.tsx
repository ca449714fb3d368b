import { useState } from 'react'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { RadioCards } from '../../parts/choices/radio-cards.tsx'
import { Select } from '../../parts/choices/select.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { FormDialog } from '../../parts/overlay/form-dialog.tsx'
import type { DialogOf } from '../dialog-of.ts'

const targets = [
  { value: 'new', title: 'Into a new volume', text: 'Nothing is lost. Mount it in a configuration afterwards.' },
  {
    value: 'inPlace',
    title: 'In place of the data of a volume',
    text: 'What the volume holds now is deleted. Its instance restarts when the copy is complete.',
  },
] as const

export const RestoreSnapshotDialog = ({ modal: { snapshot }, onClose }: DialogOf<'restoreSnapshot'>) => {
  const { projectId } = snapshot
  const { mutate, isRunning, failure, fieldError } = useMutation('restoreSnapshot')
  const volumes = lastLoaded(useQuery('readProjectVolumes', { id: projectId }).data)?.value.volumes ?? []
  const [target, setTarget] = useState<'new' | 'inPlace'>('new')
  const [newVolume, setNewVolume] = useState(`${snapshot.source}-restored`.slice(0, 63))
  const [volumeId, setVolumeId] = useState<string | null>(snapshot.volumeId)
  const [typed, setTyped] = useState('')
  const chosen = volumes.find(({ _id }) => _id === volumeId)
  const isReady = target === 'new' ? newVolume !== '' : chosen !== undefined && typed === chosen.name
  const into = target === 'new' ? { newVolume } : { volumeId: chosen?._id }
  return (
    <FormDialog
      title={`Restore ${snapshot.name}`}
      text="The copy is checked against its checksum before it replaces anything."
      submitLabel="Restore"
      busy={isRunning}
      disabled={!isReady}
      failure={failure}
      failureTitle="The snapshot was not restored"
      onSubmit={() => mutate({ id: projectId, snapshotId: snapshot._id, ...into })}
      onClose={onClose}
    >
      <RadioCards legend="Where" cards={targets} value={target} onChange={setTarget} />
      {target === 'new' ? (
        <TextField
          label="Name of the new volume"
          mono
          maxLength={63}
          autoComplete="off"
          value={newVolume}
          error={fieldError('newVolume')}
          onChange={(event) => setNewVolume(event.target.value)}
        />
      ) : (
        <>
          <Select
            label="Volume"
            options={volumes.map(({ _id, name }) => ({ value: _id as string, label: name }))}
            value={chosen?._id ?? null}
            error={fieldError('volumeId')}
            onChange={setVolumeId}
          />
          {chosen && (
            <TextField
              label={`Type ${chosen.name} to confirm`}
              mono
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
