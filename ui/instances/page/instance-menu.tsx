import {
  CircleStop,
  Copy,
  Ellipsis,
  FolderInput,
  Pencil,
  RotateCw,
  Scaling,
  SquareTerminal,
  Trash2,
} from 'lucide-react'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useBlocked } from '../../hooks/use-membership.ts'
import { IconButton } from '../../parts/actions/icon-button.tsx'
import { Menu } from '../../parts/actions/menu.tsx'

type InstanceDialog =
  | 'editName'
  | 'runCommand'
  | 'duplicateInstance'
  | 'moveInstance'
  | 'scaleInstance'
  | 'restartInstance'
  | 'closeInstance'
  | 'deleteInstance'

export const InstanceMenu = ({ instance }: { instance: Instance }) => {
  const send = useSend()
  const open = (kind: InstanceDialog) => () => send({ type: 'ui/modalOpened', modal: { kind, id: instance._id } })
  const blocked = useBlocked('instances.write')
  const isEnding = instance.desiredState === 'deleted'
  return (
    <Menu
      trigger={<IconButton label="More actions" variant="secondary" icon={<Ellipsis />} />}
      entries={[
        {
          kind: 'action',
          label: 'Change name',
          icon: <Pencil />,
          disabled: isEnding,
          blocked,
          onChoose: open('editName'),
        },
        {
          kind: 'action',
          label: 'Run command',
          icon: <SquareTerminal />,
          disabled: instance.desiredState !== 'active',
          blocked,
          onChoose: open('runCommand'),
        },
        {
          kind: 'action',
          label: 'Duplicate instance',
          icon: <Copy />,
          disabled: isEnding,
          blocked,
          onChoose: open('duplicateInstance'),
        },
        {
          kind: 'action',
          label: 'Move to another project',
          icon: <FolderInput />,
          disabled: instance.desiredState !== 'active' && instance.state !== 'Closed',
          blocked,
          onChoose: open('moveInstance'),
        },
        {
          kind: 'action',
          label: 'Scale',
          icon: <Scaling />,
          disabled: instance.desiredState !== 'active',
          blocked,
          onChoose: open('scaleInstance'),
        },
        {
          kind: 'action',
          label: 'Restart instance',
          icon: <RotateCw />,
          disabled: isEnding,
          blocked,
          onChoose: open('restartInstance'),
        },
        {
          kind: 'action',
          label: 'Close instance',
          icon: <CircleStop />,
          disabled: instance.desiredState !== 'active',
          blocked,
          onChoose: open('closeInstance'),
        },
        { kind: 'divider' },
        {
          kind: 'action',
          label: 'Delete instance',
          icon: <Trash2 />,
          danger: true,
          disabled: isEnding,
          blocked,
          onChoose: open('deleteInstance'),
        },
      ]}
    />
  )
}
