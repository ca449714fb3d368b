import type { GitAuthorization } from '../../../../src/contract/wire/account.ts'
import { providerNames } from '../../../../src/rules/sign-in-providers.ts'
import { useSend } from '../../../hooks/use-console.tsx'
import { useQuery } from '../../../hooks/use-query.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { HiddenText } from '../../../parts/layout/hidden-text.tsx'
import { IconList, IconListItem } from '../../../parts/layout/icon-list.tsx'
import { RelativeTime } from '../../../parts/text/relative-time.tsx'
import { Text } from '../../../parts/text/text.tsx'
import { Remote } from '../../../parts/waiting/remote.tsx'
import { SkeletonText } from '../../../parts/waiting/skeleton-text.tsx'
import { loginIcons } from './login-icons.tsx'

/** The access to repositories that the user granted; each can be revoked. */
export const RepositoriesCard = () => {
  const { data, retry } = useQuery('readGitAuthorizations', {})
  return (
    <Card title="Access to repositories" text="Accounts whose repositories Longshore can read for your deployments.">
      <Remote
        data={data}
        retry={retry}
        title="The access to repositories could not be loaded"
        loading={<SkeletonText lines={1} />}
      >
        {({ authorizations }) =>
          authorizations.length === 0 ? (
            <Text tone="muted">You have not granted access to any repositories.</Text>
          ) : (
            <IconList label="Access to repositories">
              {authorizations.map((authorization) => (
                <Authorization
                  key={`${authorization.organizationId}/${authorization.provider}`}
                  authorization={authorization}
                />
              ))}
            </IconList>
          )
        }
      </Remote>
    </Card>
  )
}

const Authorization = ({ authorization }: { authorization: GitAuthorization }) => {
  const send = useSend()
  const { provider, username, organizationId, grantedAt } = authorization
  const organization = authorization.organization.profile.name
  return (
    <IconListItem
      icon={loginIcons[provider]}
      actions={
        <Button
          size="small"
          variant="danger-quiet"
          onClick={() =>
            send({
              type: 'ui/modalOpened',
              modal: { kind: 'revokeGitAuthorization', provider, organizationId, username, organization },
            })
          }
        >
          Revoke
          <HiddenText>
            {' '}
            access of {organization} to {username} at {providerNames[provider]}
          </HiddenText>
        </Button>
      }
    >
      <Text weight="medium">{organization}</Text>
      <Text size="sm" tone="muted">
        {username} at {providerNames[provider]}
      </Text>
      <Text size="sm" tone="muted">
        Granted <RelativeTime at={grantedAt} />
      </Text>
    </IconListItem>
  )
}
