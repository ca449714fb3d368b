import { useEffect, useRef, useState } from 'react'
import { Outlet, useParams } from 'react-router-dom'
import { organizationTopic } from '../../../src/contract/topics.ts'
import { selectOrganizationNamed } from '../../../src/organizations/organizations.ts'
import { reservedUsernames } from '../../../src/rules/usernames.ts'
import { selectToken } from '../../../src/session/session.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useQuery } from '../../hooks/use-query.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { useTopic } from '../../hooks/use-topic.ts'
import { lazy } from '../../parts/lazy/lazy.tsx'
import { Frame } from '../frame/frame.tsx'
import { FrameSkeleton } from '../frame/frame-skeleton.tsx'
import { ChunkLoadErrorPage } from '../lazy/chunk-load-error-page.tsx'
import { ComputeRedirect } from './compute-redirect.tsx'
import { OrganizationRedirect } from './organization-redirect.tsx'
import { SignedIn } from './signed-in.tsx'

const Visit = lazy(() => import('../../community/visit.tsx'), 'Visit', {
  waiting: <FrameSkeleton />,
  loadError: (loadError) => <ChunkLoadErrorPage {...loadError} />,
})

const NotFound = lazy(() => import('../not-found-page.tsx'), 'NotFoundPage', {
  waiting: <FrameSkeleton />,
  loadError: (loadError) => <ChunkLoadErrorPage {...loadError} />,
})

/** The pages of an organisation, for its members and, if it is public, for visitors. */
export const OrganizationLayout = () => {
  const { organization: username = '' } = useParams()
  const isSignedIn = useSelected(selectToken) !== null
  // A user who signs out here leaves the page and is not a visitor of it.
  const [wasSignedOut] = useState(!isSignedIn)
  // A reserved path without a page of its own. Signing in leads nowhere, so visitors are not sent to it.
  if (reservedUsernames.has(username) && username !== 'compute') return <NotFound />
  if (wasSignedOut && !isSignedIn && username !== 'compute') return <Visit username={username} />
  return (
    <SignedIn>
      <OrganizationPages username={username} />
    </SignedIn>
  )
}

/** Makes the organisation in the path the current one and subscribes to its events. */
const OrganizationPages = ({ username }: { username: string }) => {
  const send = useSend()
  const organization = useSelected(selectOrganizationNamed(username), [username])
  const isKnown = organization !== null
  const opened = useRef({ username: '', id: '' })
  if (organization) opened.current = { username, id: organization._id }

  useEffect(() => {
    if (isKnown) send({ type: 'ui/organizationOpened', username })
  }, [isKnown, username, send])
  useTopic(organization ? organizationTopic(organization._id) : null, organization?.sequence ?? 0)
  useQuery('readRole', organization && { orgId: organization._id })

  if (username === 'compute') return <ComputeRedirect />
  if (!isKnown) {
    const { current } = opened
    return current.username === username ? (
      <OrganizationRedirect openedId={current.id} />
    ) : (
      <Visit username={username} />
    )
  }
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}
