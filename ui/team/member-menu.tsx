import { Ellipsis, UserCog, UserMinus } from 'lucide-react'
import { useState } from 'react'
import type { MemberWithRole } from '../../src/contract/wire/role.ts'
import { useSend } from '../hooks/use-console.tsx'
import { IconButton } from '../parts/actions/icon-button.tsx'
import { Menu } from '../parts/actions/menu.tsx'
import { nameOf } from './use-members.ts'

type MemberMenuProps = { member: MemberWithRole; whyNot: string | undefined }

export const MemberMenu = ({ member, whyNot }: MemberMenuProps) => {
  const send = useSend()
  const { userId } = member
  const [reached, setReached] = useState<'not' | 'byKey' | 'byPress'>('not')
  const label = `More actions for ${nameOf(member)}`
  // Scrolling a long list mounts many rows a second, and a menu costs more than the rest of its row. Mounted before a key
  // opens it, the menu focuses its first entry.
  if (reached === 'not')
    return (
      <IconButton
        label={label}
        icon={<Ellipsis />}
        size="small"
        aria-haspopup="menu"
        aria-expanded={false}
        onFocus={({ target }) => target.matches(':focus-visible') && setReached('byKey')}
        onClick={() => setReached('byPress')}
      />
    )
  return (
    <Menu
      defaultOpen={reached === 'byPress'}
      trigger={<IconButton label={label} icon={<Ellipsis />} size="small" autoFocus={reached === 'byKey'} />}
      entries={[
        {
          kind: 'action',
          label: 'Change role',
          icon: <UserCog />,
          blocked: whyNot,
          onChoose: () => send({ type: 'ui/modalOpened', modal: { kind: 'changeMemberRole', userId } }),
        },
        {
          kind: 'action',
          label: 'Remove from the team',
          icon: <UserMinus />,
          danger: true,
          blocked: whyNot,
          onChoose: () => send({ type: 'ui/modalOpened', modal: { kind: 'removeMembers', userIds: [userId] } }),
        },
      ]}
    />
  )
}
