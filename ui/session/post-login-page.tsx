import { Navigate, useSearchParams } from 'react-router-dom'
import { selectOrganization } from '../../src/organizations/organizations.ts'
import { redirectPath } from '../../src/rules/redirect-path.ts'
import { useSelected } from '../app/use-selected.ts'

/** Decides where a person goes who has just signed in. */
export const PostLoginPage = () => {
  const [query] = useSearchParams()
  const organization = useSelected(selectOrganization)
  const asked = redirectPath(query.get('redirectUrl'), window.location.origin)
  const home = organization ? `/${organization.profile.username}/dashboard` : '/onboarding'
  return <Navigate to={asked ?? home} replace />
}
