import { selectCluster } from '../../../src/clusters/clusters.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { ConfirmByName } from '../../parts/overlay/confirm-by-name.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const DeleteClusterDialog = ({ modal: { id }, onClose }: DialogOf<'deleteCluster'>) => {
  const cluster = useSelected(selectCluster(id), [id])
  const { mutate, isRunning, failure } = useMutation('deleteCluster')
  if (!cluster) return null
  const { total } = cluster.instanceReport
  return (
    <ConfirmByName
      title={`Delete ${cluster.name}`}
      name={cluster.name}
      confirmLabel="Delete cluster"
      busy={isRunning}
      failure={failure}
      onConfirm={() => mutate({ id: cluster._id })}
      onClose={onClose}
    >
      {total === 0
        ? 'The cluster will be deleted for all members of the organisation.'
        : `The cluster will be deleted with its ${total === 1 ? 'instance' : `${total} instances`}. Volumes are kept.`}
    </ConfirmByName>
  )
}
