import { Ellipsis, Trash2 } from 'lucide-react'
import type { Address } from '../../src/contract/wire/instance/address.ts'
import { useSend } from '../hooks/use-console.tsx'
import { useBlocked } from '../hooks/use-membership.ts'
import { IconButton } from '../parts/actions/icon-button.tsx'
import { Menu } from '../parts/actions/menu.tsx'

/** A dedicated address is released with its instance. */
export const AddressMenu = ({ address }: { address: Address }) => {
  const send = useSend()
  const blocked = useBlocked('instances.write')
  if (address.type === 'dedicated') return null
  return (
    <Menu
      trigger={<IconButton label={`Actions of address ${address.ip}`} icon={<Ellipsis />} size="small" />}
      entries={[
        {
          kind: 'action',
          label: 'Release address',
          icon: <Trash2 />,
          danger: true,
          blocked,
          onChoose: () => send({ type: 'ui/modalOpened', modal: { kind: 'releaseAddress', id: address._id } }),
        },
      ]}
    />
  )
}
