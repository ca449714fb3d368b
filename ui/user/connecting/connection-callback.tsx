import { useEffect, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { providers } from '../../../src/contract/wire/account.ts'
import { useSend } from '../../app/use-send.ts'
import { useTitle } from '../../app/use-title.ts'
import { FullScreenWait } from '../../session/full-screen-wait.tsx'

/** Where a provider's login comes back to when it was to be connected. */
export const ConnectionCallback = () => {
  const send = useSend()
  const [{ provider, error }] = useState(() => {
    const query = new URLSearchParams(window.location.search)
    return { provider: providers.find((known) => known === query.get('provider')) ?? null, error: query.get('error') }
  })
  const isEmpty = provider === null && error === null
  useTitle('Loading')
  useEffect(() => {
    if (!isEmpty) send({ type: 'ui/connectionReturned', provider, error })
  }, [isEmpty, provider, error, send])
  return isEmpty ? <Navigate to="/user/settings/login-connections" replace /> : <FullScreenWait />
}
