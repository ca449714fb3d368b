import { useEffect } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { providers } from '../../../src/contract/wire/account.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useTitle } from '../../hooks/use-title.ts'
import { FullScreenWait } from '../../session/passing/full-screen-wait.tsx'

/** Redirects to a provider to connect another login. */
export const NewConnectionPage = () => {
  const { provider: named } = useParams()
  const provider = providers.find((known) => known === named)
  const send = useSend()
  useTitle('Loading')
  useEffect(() => {
    if (provider) send({ type: 'ui/connectPageOpened', provider })
  }, [provider, send])
  return provider ? <FullScreenWait /> : <Navigate to="/user/settings/login-connections" replace />
}
