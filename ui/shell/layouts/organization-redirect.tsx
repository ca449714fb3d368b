import { Navigate, useLocation } from 'react-router-dom'
import { selectUser } from '../../../src/organizations/organizations.ts'
import { useSelected } from '../../hooks/use-selected.ts'

/** Redirects from an organisation that was renamed, to the same page, or that the user has left, to their first one. */
export const OrganizationRedirect = ({ openedId }: { openedId: string }) => {
  const { pathname, search, hash } = useLocation()
  const organizations = useSelected(selectUser)?.organizations ?? []
  const renamed = organizations.find(({ _id }) => _id === openedId)
  if (renamed) {
    const page = pathname.replace(/^\/[^/]*/, '')
    return <Navigate to={`/${renamed.profile.username}${page}${search}${hash}`} replace />
  }
  const first = organizations[0]
  return <Navigate to={first ? `/${first.profile.username}/dashboard` : '/onboarding'} replace />
}
