import { useEffect, useState } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router-dom'
import { useSend } from '../app/use-send.ts'
import { useTitle } from '../app/use-title.ts'
import { FullScreenWait } from './full-screen-wait.tsx'

/** What the provider's page was left with is taken out of the address at once, so that no history or picture keeps it. */
export const CallbackPage = () => {
  const { provider = '' } = useParams()
  const send = useSend()
  const navigate = useNavigate()
  const [{ token, isNew, error }] = useState(() => {
    const query = new URLSearchParams(window.location.search)
    return { token: query.get('token'), isNew: query.get('new') === '1', error: query.get('error') }
  })
  const isEmpty = token === null && error === null
  useTitle('Loading')

  useEffect(() => {
    if (isEmpty) return
    void navigate(`/callback/${encodeURIComponent(provider)}`, { replace: true })
    send({ type: 'ui/callbackOpened', provider, token, isNew, error })
  }, [isEmpty, provider, token, isNew, error, navigate, send])

  return isEmpty ? <Navigate to="/" replace /> : <FullScreenWait />
}
