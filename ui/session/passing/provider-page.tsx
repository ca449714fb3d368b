import { useEffect } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { providers } from '../../../src/contract/wire/account.ts'
import { AGENT_APP } from '../../../src/rules/after-login.ts'
import type { Intent } from '../../../src/session/session-message.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useTitle } from '../../hooks/use-title.ts'
import { FullScreenWait } from './full-screen-wait.tsx'

const ProviderPage = ({ intent }: { intent: Intent }) => {
  const { provider: named } = useParams()
  const [query] = useSearchParams()
  const provider = providers.find((known) => known === named)
  const forAgent = query.get('app') === AGENT_APP
  const send = useSend()
  useTitle('Loading')
  useEffect(() => {
    if (provider) send({ type: 'ui/providerPageOpened', provider, intent, forAgent })
  }, [provider, intent, forAgent, send])
  return provider ? <FullScreenWait /> : <Navigate to={`/${intent}`} replace />
}

export const ProviderLoginPage = () => <ProviderPage intent="login" />
export const ProviderSignupPage = () => <ProviderPage intent="signup" />
