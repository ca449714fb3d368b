import { useEffect } from 'react'
import { useSend } from '../../hooks/use-console.tsx'
import { useTitle } from '../../hooks/use-title.ts'
import { FullScreenWait } from './full-screen-wait.tsx'

/** Shown while an effect decides where a new session starts. */
export const PostLoginPage = () => {
  const send = useSend()
  useTitle('Loading')
  useEffect(() => send({ type: 'ui/postLoginOpened' }), [send])
  return <FullScreenWait />
}
