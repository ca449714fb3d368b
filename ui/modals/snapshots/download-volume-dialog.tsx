import { selectVolume } from '../../../src/volumes/volumes.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import type { DialogOf } from '../dialog-of.ts'
import { DownloadLink } from './download-link.tsx'

export const DownloadVolumeDialog = ({ modal: { id }, onClose }: DialogOf<'downloadVolume'>) => {
  const volume = useSelected(selectVolume(id), [id])
  const { mutate, isRunning, failure, response } = useMutation('downloadVolume')
  if (!volume) return null
  return (
    <DownloadLink
      title={`Download ${volume.name}`}
      text="A tar archive of its files as they are now. Files that change meanwhile may be half-written; a snapshot can be paused for."
      url={response?.url ?? null}
      busy={isRunning}
      failure={failure}
      onPrepare={() => mutate({ id: volume._id })}
      onClose={onClose}
    />
  )
}
