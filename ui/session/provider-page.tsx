import { useEffect } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { providers } from '../../src/contract/wire/account.ts'
import { useSend } from '../app/use-send.ts'
import { useTitle } from '../app/use-title.ts'
import { FullScreenWait } from './full-screen-wait.tsx'

const ProviderPage = ({ intent }: { intent: 'login' | 'signup' }) => {
  const { provider: named } = useParams()
  const provider = providers.find((known) => known === named)
  const send = useSend()
  useTitle('Loading')
  useEffect(() => {
    if (provider) send({ type: 'ui/providerPageOpened', provider, intent })
  }, [provider, intent, send])
  return provider ? <FullScreenWait /> : <Navigate to={`/${intent}`} replace />
}

export const ProviderLoginPage = () => <ProviderPage intent="login" />
export const ProviderSignupPage = () => <ProviderPage intent="signup" />
