import { Navigate } from 'react-router-dom'
import { selectToken } from '../../src/session/session.ts'
import { useSelected } from './use-selected.ts'

/** The bare address leads on: to signing in, or to where a signed-in person goes. */
export const Entry = () => {
  const token = useSelected(selectToken)
  return <Navigate to={token === null ? '/login' : '/post-login'} replace />
}
