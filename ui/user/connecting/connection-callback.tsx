import { useEffect, useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { providers } from '../../../src/contract/wire/account.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useTitle } from '../../hooks/use-title.ts'
import { FullScreenWait } from '../../session/passing/full-screen-wait.tsx'

/** The callback of a login that is being connected. The code is removed from the address at once. */
export const ConnectionCallback = () => {
  const send = useSend()
  const navigate = useNavigate()
  const [{ provider, code, error }] = useState(() => {
    const query = new URLSearchParams(window.location.search)
    return {
      provider: providers.find((known) => known === query.get('provider')) ?? null,
      code: query.get('token'),
      error: query.get('error'),
    }
  })
  const isEmpty = (provider === null || code === null) && error === null
  useTitle('Loading')
  useEffect(() => {
    if (isEmpty) return
    void navigate('/connection-callback', { replace: true })
    send({ type: 'ui/connectionReturned', provider, code, error })
  }, [isEmpty, provider, code, error, navigate, send])
  return isEmpty ? <Navigate to="/user/settings/login-connections" replace /> : <FullScreenWait />
}
