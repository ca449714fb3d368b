import { useEffect } from 'react'
import { useSend } from '../../hooks/use-console.tsx'
import { useTitle } from '../../hooks/use-title.ts'
import { FullScreenWait } from './full-screen-wait.tsx'

/** Where a person goes who has just signed in is decided while this is shown. */
export const PostLoginPage = () => {
  const send = useSend()
  useTitle('Loading')
  useEffect(() => send({ type: 'ui/postLoginOpened' }), [send])
  return <FullScreenWait />
}
