import { Navigate } from 'react-router-dom'
import { selectSession } from '../../src/session/session.ts'
import { useSelected } from '../hooks/use-selected.ts'

/** The bare address leads on: to signing in, or to where a signed-in person goes. */
export const Entry = () => {
  const { token } = useSelected(selectSession)
  return <Navigate to={token === null ? '/login' : '/post-login'} replace />
}
