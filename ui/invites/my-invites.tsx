import { lastLoaded } from '../../src/core/remote-data.ts'
import { roleLabel } from '../../src/rules/roles.ts'
import { useQuery } from '../hooks/use-query.ts'
import { LinkButton } from '../parts/actions/link-button.tsx'
import { Avatar } from '../parts/frame/avatar.tsx'
import { Card } from '../parts/layout/card.tsx'
import css from './my-invites.module.css'

/** The user's open invitations; renders nothing if there are none. */
export const MyInvites = () => {
  const invites = lastLoaded(useQuery('readMyInvites', {}).data)?.value.invites ?? []
  if (invites.length === 0) return null
  return (
    <Card title={invites.length === 1 ? 'You have an invitation' : 'You have several invitations'} padded={false}>
      <ul className={css.list}>
        {invites.map(({ inviteId, organization, invitedBy, role }) => (
          <li key={inviteId} className={css.line}>
            <Avatar name={organization.name} image={organization.image ?? undefined} shape="square" />
            <span className={css.content}>
              <span className={css.name}>{organization.name}</span>
              <span className={css.text}>
                {invitedBy ? `Invited by ${invitedBy} as ${roleLabel(role)}` : `Invited as ${roleLabel(role)}`}
              </span>
            </span>
            <LinkButton size="small" to={`/invite/${inviteId}`}>
              View{' '}
            </LinkButton>
          </li>
        ))}
      </ul>
    </Card>
  )
}
