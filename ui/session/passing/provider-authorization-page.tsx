import { useEffect } from 'react'
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router-dom'
import { type GitProvider, gitProviders } from '../../../src/contract/wire/account.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useTitle } from '../../hooks/use-title.ts'
import { FailedState } from '../../parts/waiting/failed-state.tsx'
import { FullScreenWait } from './full-screen-wait.tsx'

const errorMessages: ReadonlyMap<string, string> = new Map([
  ['sign_in_cancelled', 'You cancelled it at the provider. Nothing has changed.'],
  ['authorization_not_allowed', 'You cannot deploy in this organisation. Ask an administrator for access.'],
  ['provider_not_configured', 'This provider is not set up. Use another one.'],
])

/** Returns why a git provider did not grant access to repositories. */
const errorMessage = (code: string): string =>
  errorMessages.get(code) ?? 'The provider did not confirm it. Close this tab and try again.'

/** Returns the provider, which is the first part of the path. */
const useProvider = (): GitProvider | undefined => {
  const { pathname } = useLocation()
  return gitProviders.find((provider) => provider === pathname.split('/')[1])
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

/** Notifies the tab that started the authorization, and closes. Stays open to show an error. */
export const ProviderAuthorizedPage = () => {
  const provider = useProvider()
  const [query] = useSearchParams()
  const error = query.get('error')
  const send = useSend()
  useTitle(error === null ? 'Loading' : 'Access was not granted')
  useEffect(() => {
    if (provider && error === null) send({ type: 'ui/providerAuthorized', provider })
  }, [provider, error, send])
  if (!provider) return <Navigate to="/" replace />
  if (error === null) return <FullScreenWait message="You can close this tab." />
  return (
    <main>
      <FailedState headingLevel={1} title="Access was not granted" text={errorMessage(error)} />
    </main>
  )
}
