import { useEffect } from 'react'
import { Navigate, Outlet, useParams } from 'react-router-dom'
import { organizationTopic } from '../../src/contract/live.ts'
import { selectOrganization, selectOrganizationNamed } from '../../src/organizations/organizations.ts'
import { reservedUsernames } from '../../src/rules/usernames.ts'
import { ComputeRedirect } from './compute-redirect.tsx'
import { Frame } from './frame/frame.tsx'
import { NotFoundState } from './not-found-state.tsx'
import { useSelected } from './use-selected.ts'
import { useSend } from './use-send.ts'
import { useTopic } from './use-topic.ts'

/** Opens the organisation that the path names, and watches what happens in it. */
export const OrganizationLayout = () => {
  const { organization: username = '' } = useParams()
  const send = useSend()
  const organization = useSelected(selectOrganizationNamed(username), [username])
  const another = useSelected(selectOrganization)
  const isKnown = organization !== null

  useEffect(() => {
    if (isKnown) send({ type: 'ui/organizationOpened', username })
  }, [isKnown, username, send])
  useTopic(organization ? organizationTopic(organization._id) : null, organization?.sequence ?? 0)

  if (username === 'compute') return <ComputeRedirect />
  if (reservedUsernames.has(username))
    return (
      <Frame>
        <NotFoundState />
      </Frame>
    )
  if (!isKnown) return <Navigate to={another ? `/${another.profile.username}/dashboard` : '/onboarding'} replace />
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}
