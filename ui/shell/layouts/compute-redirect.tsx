import { Navigate, useLocation } from 'react-router-dom'
import { selectOrganization } from '../../../src/organizations/organizations.ts'
import { useSelected } from '../../hooks/use-selected.ts'

/** Redirects `/compute/…` to the canonical address, which names the organisation. */
export const ComputeRedirect = () => {
  const { pathname, search, hash } = useLocation()
  const username = useSelected(selectOrganization)?.profile.username
  const page = pathname.replace(/^\/compute\/?/, '') || 'dashboard'
  return <Navigate to={username ? `/${username}/${page}${search}${hash}` : '/onboarding'} replace />
}
