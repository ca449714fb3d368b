import { useState } from 'react'
import { formatBytes } from '../../../../src/rules/format-size.ts'
import { selectVolume } from '../../../../src/volumes/volumes.ts'
import { useMutation } from '../../../hooks/use-mutation.ts'
import { useSelected } from '../../../hooks/use-selected.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { Dialog } from '../../../parts/overlay/dialog.tsx'
import { FormDialog } from '../../../parts/overlay/form-dialog.tsx'
import { ProgressBar } from '../../../parts/progress/progress-bar.tsx'
import { Banner } from '../../../parts/state/banner.tsx'
import type { DialogOf } from '../../dialog-of.ts'
import { ArchiveField } from './archive-field.tsx'
import { useArchiveUpload } from './use-archive-upload.ts'

export const UploadArchiveDialog = ({ modal: { id }, onClose }: DialogOf<'uploadArchive'>) => {
  const volume = useSelected(selectVolume(id), [id])
  const { mutate, isRunning, failure, fieldError, response } = useMutation('uploadArchive')
  const [name, setName] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const upload = useArchiveUpload(response?.url ?? null, file)
  if (!volume) return null
  if (upload.kind === 'stored')
    return (
      <Dialog
        title="Archive uploaded"
        text={`It is a snapshot of ${volume.name} now. Restore it from its menu.`}
        onClose={onClose}
        actions={
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        }
      />
    )
  const isSending = upload.kind === 'sending'
  const isTooLarge = file !== null && file.size > volume.sizeBytes
  return (
    <FormDialog
      title={`Upload an archive to ${volume.name}`}
      text="It becomes a snapshot. The volume keeps its files until you restore it."
      note={isSending ? 'Closing cancels the upload.' : null}
      submitLabel="Upload"
      busy={isRunning || isSending}
      disabled={name.trim() === '' || file === null || isTooLarge}
      failure={failure}
      failureTitle="The upload was not started"
      onSubmit={() => mutate({ id: volume._id, name })}
      onClose={onClose}
    >
      {upload.kind === 'failed' && (
        <Banner tone="bad" title="The archive was not stored">
          {upload.message}
        </Banner>
      )}
      <TextField
        label="Name"
        required
        autoFocus
        maxLength={60}
        autoComplete="off"
        placeholder="From the old server"
        value={name}
        error={fieldError('name')}
        onChange={(event) => setName(event.target.value)}
      />
      <ArchiveField
        file={file}
        disabled={isRunning || isSending}
        error={isTooLarge ? `Larger than the volume, which holds ${formatBytes(volume.sizeBytes)}.` : undefined}
        onChoose={setFile}
      />
      {isSending && (
        <ProgressBar
          label={upload.fraction < 1 ? 'Uploading' : 'Checking and storing'}
          {...(upload.fraction < 1 && { fraction: upload.fraction })}
        />
      )}
    </FormDialog>
  )
}
