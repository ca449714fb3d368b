import { MailOpen, Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Organization } from '../../../src/contract/wire/account.ts'
import type { ReceivedInvite } from '../../../src/contract/wire/invite.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { selectUser } from '../../../src/organizations/organizations.ts'
import { useConfiguration } from '../../hooks/use-configuration.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { Menu, type MenuEntry } from '../../parts/actions/menu.tsx'
import { Avatar } from '../../parts/frame/avatar.tsx'
import { SwitcherButton } from '../../parts/frame/switcher-button.tsx'

const Picture = ({ profile: { name, image } }: Organization) => (
  <Avatar name={name} image={image ?? undefined} shape="square" size="small" />
)

const invitationEntries = (invites: readonly ReceivedInvite[]): MenuEntry[] =>
  invites.length === 0
    ? []
    : [
        { kind: 'divider' },
        { kind: 'heading', label: 'Invitations' },
        ...invites.map(({ inviteId, organization }) => ({
          kind: 'link' as const,
          label: organization.name,
          icon: <MailOpen />,
          to: `/invite/${inviteId}`,
        })),
      ]

export const OrganizationSwitcher = ({ current }: { current: Organization }) => {
  const navigate = useNavigate()
  const organizations = useSelected(selectUser)?.organizations ?? []
  const marker = useConfiguration()?.internalMarker ?? null
  const listed = organizations.filter(({ profile }) => marker === null || !profile.username.includes(marker))
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery('readMyInvites', isOpen ? {} : null)
  return (
    <Menu
      align="start"
      onOpenChange={setOpen}
      trigger={<SwitcherButton subject="Organisation" name={current.profile.name} icon={<Picture {...current} />} />}
      entries={[
        { kind: 'heading', label: 'Organisations' },
        ...listed.map((organization) => ({
          kind: 'choice' as const,
          label: organization.profile.name,
          icon: <Picture {...organization} />,
          chosen: organization._id === current._id,
          onChoose: () => void navigate(`/${organization.profile.username}/dashboard`),
        })),
        ...invitationEntries(lastLoaded(data)?.value.invites ?? []),
        { kind: 'divider' },
        { kind: 'link', label: 'CREATE NEW ORGANISATION', icon: <Plus />, to: '/create-new-organisation' },
      ]}
    />
  )
}
