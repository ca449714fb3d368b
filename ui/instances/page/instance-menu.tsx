import { Ellipsis } from 'lucide-react'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useBlocked } from '../../hooks/use-membership.ts'
import { IconButton } from '../../parts/actions/icon-button.tsx'
import { Menu, type MenuEntry } from '../../parts/actions/menu.tsx'
import { instanceActions } from '../instance-actions.tsx'

export const InstanceMenu = ({ instance }: { instance: Instance }) => {
  const send = useSend()
  const blocked = useBlocked('instances.write')
  return (
    <Menu
      trigger={<IconButton label="More actions" variant="secondary" icon={<Ellipsis />} />}
      entries={instanceActions.flatMap(({ dialog, label, icon, danger, isPossible }): MenuEntry[] => [
        ...(danger ? [{ kind: 'divider' as const }] : []),
        {
          kind: 'action',
          label,
          icon,
          ...(danger && { danger }),
          disabled: !isPossible(instance),
          blocked,
          onChoose: () => send({ type: 'ui/modalOpened', modal: { kind: dialog, id: instance._id } }),
        },
      ])}
    />
  )
}
