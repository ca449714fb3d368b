import type { User } from '../../../../src/contract/wire/account.ts'
import { mayDisconnect } from '../../../../src/rules/login-connections.ts'
import { isWallet } from '../../../../src/rules/profile-email.ts'
import { providerNames } from '../../../../src/rules/sign-in-providers.ts'
import { useSend } from '../../../hooks/use-console.tsx'
import { Button } from '../../../parts/actions/button.tsx'
import { truncateMiddle } from '../../../parts/actions/truncate-middle.ts'
import { HiddenText } from '../../../parts/layout/hidden-text.tsx'
import { IconListItem } from '../../../parts/layout/icon-list.tsx'
import { RelativeTime } from '../../../parts/text/relative-time.tsx'
import { Text } from '../../../parts/text/text.tsx'
import { loginIcons } from './login-icons.tsx'

type Profile = User['providerProfiles'][number]

export const ConnectedLogin = ({ user, profile }: { user: User; profile: Profile }) => {
  const send = useSend()
  const { providerName, username, html_url: link, createdAt } = profile
  const handle = isWallet(providerName) ? truncateMiddle(profile.id) : username
  return (
    <IconListItem
      icon={loginIcons[providerName]}
      actions={
        mayDisconnect(user, providerName) && (
          <Button
            size="small"
            variant="danger-quiet"
            onClick={() =>
              send({ type: 'ui/modalOpened', modal: { kind: 'disconnectLoginConnection', provider: providerName } })
            }
          >
            Disconnect<HiddenText> {providerNames[providerName]}</HiddenText>
          </Button>
        )
      }
    >
      <Text weight="medium">{providerNames[providerName]}</Text>
      <Text size="sm" tone="muted">
        {link ? (
          <a href={link} target="_blank" rel="noreferrer">
            {handle}
          </a>
        ) : (
          handle
        )}
      </Text>
      <Text size="sm" tone="muted">
        Connected <RelativeTime at={createdAt} />
      </Text>
    </IconListItem>
  )
}
