import { useEffect } from 'react'
import { Navigate, Outlet, useLocation, useParams } from 'react-router-dom'
import { organizationTopic } from '../../src/contract/topics.ts'
import type { Organization } from '../../src/contract/wire/account.ts'
import { failureMessage, isNotFound } from '../../src/core/failure.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { selectUser } from '../../src/organizations/organizations.ts'
import { selectToken } from '../../src/session/session.ts'
import { useSend } from '../hooks/use-console.tsx'
import { useQuery } from '../hooks/use-query.ts'
import { useSelected } from '../hooks/use-selected.ts'
import { useTitle } from '../hooks/use-title.ts'
import { useTopic } from '../hooks/use-topic.ts'
import { FailedState } from '../parts/waiting/failed-state.tsx'
import { FrameSkeleton } from '../shell/frame/frame-skeleton.tsx'
import { MissingOrganization } from './missing-organization.tsx'
import { PublicOrganizationPage } from './public-organization-page.tsx'
import { VisitorFrame } from './visitor-frame.tsx'

/** Shows an organisation that the user does not belong to: its public pages, or as if it did not exist. */
export const Visit = ({ username }: { username: string }) => {
  const { data, retry } = useQuery('findOrganization', { username })
  const found = lastLoaded(data)?.value.organization
  const { pathname, search, hash } = useLocation()
  if (data.kind === 'failed' && isNotFound(data.failure)) return <NothingToVisit username={username} />
  if (found) {
    const present = found.profile.username
    // The loaded organisation may belong to an earlier username.
    if (present !== username)
      return <Navigate to={`/${present}${pathname.slice(username.length + 1)}${search}${hash}`} replace />
    return <Visited organization={found} />
  }
  if (data.kind === 'failed')
    return (
      <FrameSkeleton>
        <FailedState
          headingLevel={1}
          title="The organisation could not be loaded"
          text={failureMessage(data.failure)}
          onRetry={retry}
        />
      </FrameSkeleton>
    )
  return <FrameSkeleton />
}

/** Redirects a signed-in user to their first organisation. A visitor signs in first, or sees "not found". */
const NothingToVisit = ({ username }: { username: string }) => {
  const send = useSend()
  const isSignedIn = useSelected(selectToken) !== null
  const own = useSelected(selectUser)?.organizations[0]
  useEffect(() => {
    if (!isSignedIn) send({ type: 'ui/visitedOrganizationMissing', username })
  }, [isSignedIn, username, send])
  useTitle(isSignedIn ? null : 'Organisation not found')
  if (isSignedIn) return <Navigate to={own ? `/${own.profile.username}/dashboard` : '/onboarding'} replace />
  return <MissingOrganization username={username} />
}

const Visited = ({ organization }: { organization: Organization }) => {
  const send = useSend()
  const { username } = organization.profile
  const { projectId, instanceId } = useParams()
  const { pathname } = useLocation()
  useEffect(() => send({ type: 'ui/organizationVisited', username }), [username, send])
  useTopic(organizationTopic(organization._id), organization.sequence)

  const index = `/${username}`
  const isIndex = pathname.replace(/\/$/, '') === index
  const isForMembers = /\/(new-instance|settings|members|logs|deployments|configuration|volumes|jobs)(\/|$)/.test(
    pathname.slice(index.length),
  )
  const isPage = (projectId !== undefined || instanceId !== undefined) && !isForMembers
  if (!isIndex && !isPage) return <Navigate to={index} replace />
  return (
    <VisitorFrame organization={organization}>
      {isIndex ? <PublicOrganizationPage organization={organization} /> : <Outlet />}
    </VisitorFrame>
  )
}
