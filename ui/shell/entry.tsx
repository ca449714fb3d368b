import { Navigate } from 'react-router-dom'
import { selectSession } from '../../src/session/session.ts'
import { useSelected } from '../hooks/use-selected.ts'

/** Redirects `/` to the login or past it. */
export const Entry = () => {
  const { token } = useSelected(selectSession)
  return <Navigate to={token === null ? '/login' : '/post-login'} replace />
}
