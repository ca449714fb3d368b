import { formatBytes } from '../../../src/rules/format-size.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import type { DialogOf } from '../dialog-of.ts'
import { DownloadLink } from './download-link.tsx'

export const DownloadSnapshotDialog = ({ modal: { snapshot }, onClose }: DialogOf<'downloadSnapshot'>) => {
  const { mutate, isRunning, failure, response } = useMutation('downloadSnapshot')
  const what = snapshot.content === 'volume' ? 'A tar archive' : 'The output of the dump command'
  return (
    <DownloadLink
      title={`Download ${snapshot.name}`}
      text={`${what}, ${formatBytes(snapshot.contentBytes ?? 0)}.`}
      url={response?.url ?? null}
      busy={isRunning}
      failure={failure}
      onPrepare={() => mutate({ id: snapshot.projectId, snapshotId: snapshot._id })}
      onClose={onClose}
    />
  )
}
