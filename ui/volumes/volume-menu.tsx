import { Cable, Camera, Download, Ellipsis, Expand, Trash2, Upload } from 'lucide-react'
import type { Volume } from '../../src/contract/wire/volumes/volume.ts'
import { useSend } from '../hooks/use-console.tsx'
import { useBlocked } from '../hooks/use-membership.ts'
import { IconButton } from '../parts/actions/icon-button.tsx'
import { Menu } from '../parts/actions/menu.tsx'

export const VolumeMenu = ({ volume }: { volume: Volume }) => {
  const send = useSend()
  const open =
    (kind: 'attachVolume' | 'resizeVolume' | 'deleteVolume' | 'createSnapshot' | 'downloadVolume' | 'uploadArchive') =>
    () =>
      send({ type: 'ui/modalOpened', modal: { kind, id: volume._id } })
  const blocked = useBlocked('instances.write')
  const isDeleting = volume.state === 'Deleting'
  const isGone = volume.deletionError?.code === 'engineNotConnected'
  return (
    <Menu
      trigger={<IconButton label={`Actions of volume ${volume.name}`} icon={<Ellipsis />} size="small" />}
      entries={[
        {
          kind: 'action',
          label: 'Take snapshot',
          icon: <Camera />,
          disabled: volume.state !== 'Available',
          blocked,
          onChoose: open('createSnapshot'),
        },
        {
          kind: 'action',
          label: 'Download files',
          icon: <Download />,
          disabled: volume.state !== 'Available',
          blocked,
          onChoose: open('downloadVolume'),
        },
        {
          kind: 'action',
          label: 'Upload archive',
          icon: <Upload />,
          disabled: isDeleting,
          blocked,
          onChoose: open('uploadArchive'),
        },
        {
          kind: 'action',
          label: 'Attach elsewhere',
          icon: <Cable />,
          disabled: isDeleting || volume.state === 'Restoring',
          blocked,
          onChoose: open('attachVolume'),
        },
        {
          kind: 'action',
          label: 'Enlarge',
          icon: <Expand />,
          disabled: isDeleting || volume.isSizeEnforced === true,
          blocked,
          onChoose: open('resizeVolume'),
        },
        {
          kind: 'action',
          label: isGone ? 'Remove volume' : 'Delete volume',
          icon: <Trash2 />,
          danger: true,
          disabled: isDeleting && !isGone,
          blocked,
          onChoose: open('deleteVolume'),
        },
      ]}
    />
  )
}
