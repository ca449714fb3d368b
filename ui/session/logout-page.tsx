import { useEffect } from 'react'
import { useSend } from '../app/use-send.ts'
import { FullScreenWait } from './full-screen-wait.tsx'

export const LogoutPage = () => {
  const send = useSend()
  useEffect(() => send({ type: 'ui/signOutPressed' }), [send])
  return <FullScreenWait />
}
