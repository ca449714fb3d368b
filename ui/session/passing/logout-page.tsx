import { useEffect } from 'react'
import { useSend } from '../../hooks/use-console.tsx'
import { FullScreenWait } from './full-screen-wait.tsx'

export const LogoutPage = () => {
  const send = useSend()
  useEffect(() => send({ type: 'ui/signOutPressed' }), [send])
  return <FullScreenWait />
}
