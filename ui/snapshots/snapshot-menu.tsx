import { Download, Ellipsis, RotateCcw, ShieldCheck, Trash2 } from 'lucide-react'
import type { Snapshot } from '../../src/contract/wire/volumes/snapshot.ts'
import { useSend } from '../hooks/use-console.tsx'
import { useBlocked } from '../hooks/use-membership.ts'
import { useMutation } from '../hooks/use-mutation.ts'
import { IconButton } from '../parts/actions/icon-button.tsx'
import { Menu } from '../parts/actions/menu.tsx'

export const SnapshotMenu = ({ snapshot }: { snapshot: Snapshot }) => {
  const send = useSend()
  const blocked = useBlocked('instances.write')
  const verify = useMutation('verifySnapshot')
  const { _id: snapshotId, projectId: id } = snapshot
  const disabled = snapshot.state !== 'Available'
  return (
    <Menu
      trigger={<IconButton label={`Actions of snapshot ${snapshot.name}`} icon={<Ellipsis />} size="small" />}
      entries={[
        {
          kind: 'action',
          label: 'Restore',
          icon: <RotateCcw />,
          disabled: disabled || snapshot.content === 'dump',
          blocked,
          onChoose: () => send({ type: 'ui/modalOpened', modal: { kind: 'restoreSnapshot', snapshot, snapshotId } }),
        },
        {
          kind: 'action',
          label: 'Test restore',
          icon: <ShieldCheck />,
          disabled,
          blocked,
          onChoose: () => verify.mutate({ id, snapshotId }),
        },
        {
          kind: 'action',
          label: 'Download',
          icon: <Download />,
          disabled,
          blocked,
          onChoose: () => send({ type: 'ui/modalOpened', modal: { kind: 'downloadSnapshot', snapshot } }),
        },
        {
          kind: 'action',
          label: 'Delete snapshot',
          icon: <Trash2 />,
          danger: true,
          disabled: snapshot.state === 'Deleting' || snapshot.state === 'Uploading',
          blocked,
          onChoose: () => send({ type: 'ui/modalOpened', modal: { kind: 'deleteSnapshot', snapshot, snapshotId } }),
        },
      ]}
    />
  )
}
