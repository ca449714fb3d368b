import { useEffect } from 'react'
import { Navigate, useLocation, useParams } from 'react-router-dom'
import { type Provider, providers } from '../../../src/contract/wire/account.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useTitle } from '../../hooks/use-title.ts'
import { FullScreenWait } from './full-screen-wait.tsx'

/** Returns the provider, which is the first part of the path. */
const useProvider = (): Provider | undefined => {
  const { pathname } = useLocation()
  return providers.find((provider) => provider === pathname.split('/')[1])
}

/** Redirects to a git provider, where the user grants read access. */
export const ProviderAuthorizationPage = () => {
  const provider = useProvider()
  const { id } = useParams()
  const send = useSend()
  useTitle('Loading')
  useEffect(() => {
    if (provider && id) send({ type: 'ui/providerAuthorizationOpened', provider, id })
  }, [provider, id, send])
  return provider && id ? <FullScreenWait /> : <Navigate to="/" replace />
}

/** Notifies the tab that started the authorization, and closes. */
export const ProviderAuthorizedPage = () => {
  const provider = useProvider()
  const send = useSend()
  useTitle('Loading')
  useEffect(() => {
    if (provider) send({ type: 'ui/providerAuthorized', provider })
  }, [provider, send])
  return provider ? <FullScreenWait message="You can close this tab." /> : <Navigate to="/" replace />
}
