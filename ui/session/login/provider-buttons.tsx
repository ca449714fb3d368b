import { type ReactNode, useState } from 'react'
import type { Provider } from '../../../src/contract/wire/account.ts'
import { providerNames, signInProviders } from '../../../src/rules/sign-in-providers.ts'
import { selectIsAtProvider } from '../../../src/session/session.ts'
import type { Intent } from '../../../src/session/session-message.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useSelected } from '../../hooks/use-selected.ts'
import { Button } from '../../parts/actions/button.tsx'
import { GithubIcon, GoogleIcon } from '../../parts/art/brand-icons.tsx'
import { Text } from '../../parts/text/text.tsx'

import css from './provider-buttons.module.css'
import { useSignInQuery } from './use-sign-in-query.ts'

const icons: Partial<Record<Provider, React.ReactElement>> = { google: <GoogleIcon />, github: <GithubIcon /> }

/**
 * Opens the provider in another tab. The buttons stay enabled, because that tab may be closed. Other ways to sign in are
 * its children.
 */
export const ProviderButtons = ({ intent, children }: { intent: Intent; children?: ReactNode }) => {
  const send = useSend()
  const { redirectUrl, forAgent } = useSignInQuery()
  const isAtProvider = useSelected(selectIsAtProvider)
  const [pressed, setPressed] = useState<Provider | null>(null)
  const press = (provider: Provider) => {
    setPressed(provider)
    send({ type: 'ui/signInPressed', provider, intent, forAgent })
  }
  return (
    <>
      {signInProviders(redirectUrl).map((provider) => (
        <Button key={provider} wide size="large" icon={icons[provider]} onClick={() => press(provider)}>
          Continue with {providerNames[provider]}
        </Button>
      ))}
      {children}
      <div className={css.waiting} role="status">
        {isAtProvider && pressed && (
          <>
            <Text as="span" size="sm" tone="muted">
              Finish with {providerNames[pressed]} in the other tab.
            </Text>
            <Button variant="quiet" size="small" onClick={() => press(pressed)}>
              Start again
            </Button>
          </>
        )}
      </div>
    </>
  )
}
