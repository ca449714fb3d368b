import type { User } from '../../../../src/contract/wire/account.ts'
import { connectable } from '../../../../src/rules/login-connections.ts'
import { providerNames } from '../../../../src/rules/sign-in-providers.ts'
import { useSend } from '../../../hooks/use-console.tsx'
import { Button } from '../../../parts/actions/button.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { IconList } from '../../../parts/layout/icon-list.tsx'
import { Row } from '../../../parts/layout/row.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Text } from '../../../parts/text/text.tsx'
import { ConnectedLogin } from './connected-login.tsx'
import { loginIcons } from './login-icons.tsx'

export const LoginsCard = ({ user }: { user: User }) => {
  const send = useSend()
  const others = connectable(user)
  return (
    <Card title="Login Connections" text="Log in with any of these.">
      <Stack gap={5}>
        <IconList label="Connected logins">
          {user.providerProfiles.map((profile) => (
            <ConnectedLogin key={profile.providerName} user={user} profile={profile} />
          ))}
        </IconList>
        {others.length > 0 && (
          <Stack gap={2}>
            <Text size="sm" tone="muted">
              Connect another login. It must have the same e-mail address as your account.
            </Text>
            <Row wrap>
              {others.map((provider) => (
                <Button
                  key={provider}
                  icon={loginIcons[provider]}
                  onClick={() => send({ type: 'ui/connectPressed', provider })}
                >
                  {providerNames[provider]}
                </Button>
              ))}
            </Row>
          </Stack>
        )}
      </Stack>
    </Card>
  )
}
