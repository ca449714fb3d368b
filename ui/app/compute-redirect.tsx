import { Navigate, useLocation, useParams } from 'react-router-dom'
import { selectOrganization } from '../../src/organizations/organizations.ts'
import { useSelected } from './use-selected.ts'

/** Pages of Compute have two addresses; the one that names the organisation is canonical. */
export const ComputeRedirect = () => {
  const { '*': rest = '' } = useParams()
  const { search, hash } = useLocation()
  const username = useSelected(selectOrganization)?.profile.username
  return <Navigate to={username ? `/${username}/${rest || 'dashboard'}${search}${hash}` : '/onboarding'} replace />
}
