import { Navigate } from 'react-router-dom'
import { selectToken } from '../../src/session/session.ts'
import { useSelected } from '../hooks/use-selected.ts'

/** Redirects `/` to the login or past it. */
export const Entry = () => {
  const token = useSelected(selectToken)
  return <Navigate to={token === null ? '/login' : '/post-login'} replace />
}
