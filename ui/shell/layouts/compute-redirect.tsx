import { Navigate, useLocation } from 'react-router-dom'
import { selectOrganization } from '../../../src/organizations/organizations.ts'
import { useSelected } from '../../hooks/use-selected.ts'

/** Pages of Compute have two addresses; the one that names the organisation is canonical. */
export const ComputeRedirect = () => {
  const { pathname, search, hash } = useLocation()
  const username = useSelected(selectOrganization)?.profile.username
  const page = pathname.replace(/^\/compute\/?/, '') || 'dashboard'
  return <Navigate to={username ? `/${username}/${page}${search}${hash}` : '/onboarding'} replace />
}
