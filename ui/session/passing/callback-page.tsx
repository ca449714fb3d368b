import { useEffect, useState } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router-dom'
import { useSend } from '../../hooks/use-console.tsx'
import { useTitle } from '../../hooks/use-title.ts'
import { FullScreenWait } from './full-screen-wait.tsx'

/** Removes the provider's code from the address at once, so that neither history nor screenshots keep it. */
export const CallbackPage = () => {
  const { provider = '' } = useParams()
  const send = useSend()
  const navigate = useNavigate()
  const [{ code, error }] = useState(() => {
    const query = new URLSearchParams(window.location.search)
    return { code: query.get('token'), error: query.get('error') }
  })
  const isEmpty = code === null && error === null
  useTitle('Loading')

  useEffect(() => {
    if (isEmpty) return
    void navigate(`/callback/${encodeURIComponent(provider)}`, { replace: true })
    send({ type: 'ui/callbackOpened', provider, code, error })
  }, [isEmpty, provider, code, error, navigate, send])

  return isEmpty ? <Navigate to="/" replace /> : <FullScreenWait />
}
