import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Outlet, useParams } from 'react-router-dom'
import { organizationTopic } from '../../src/contract/live.ts'
import { selectOrganizationNamed } from '../../src/organizations/organizations.ts'
import { reservedUsernames } from '../../src/rules/usernames.ts'
import { selectToken } from '../../src/session/session.ts'
import { ComputeRedirect } from './compute-redirect.tsx'
import { fetched } from './fetched.ts'
import { Frame } from './frame/frame.tsx'
import { FrameSkeleton } from './frame/frame-skeleton.tsx'
import { LostOrganization } from './lost-organization.tsx'
import { NotFoundState } from './not-found-state.tsx'
import { SignedIn } from './signed-in.tsx'
import { useRead } from './use-read.ts'
import { useSelected } from './use-selected.ts'
import { useSend } from './use-send.ts'
import { useTopic } from './use-topic.ts'

const Visit = lazy(async () => ({ default: (await fetched(() => import('../community/visit.tsx'))).Visit }))

/** The pages of an organisation, for its members and, where it is public, for everybody. */
export const OrganizationLayout = () => {
  const { organization: username = '' } = useParams()
  const isSignedIn = useSelected(selectToken) !== null
  // Who signs out here leaves: they are no visitor of the page that they were on.
  const [cameSignedOut] = useState(!isSignedIn)
  if (cameSignedOut && !isSignedIn && !reservedUsernames.has(username)) return <Visiting username={username} />
  return (
    <SignedIn>
      <OrganizationPages username={username} />
    </SignedIn>
  )
}

const Visiting = ({ username }: { username: string }) => (
  <Suspense fallback={<FrameSkeleton />}>
    <Visit username={username} />
  </Suspense>
)

/** Opens the organisation that the path names, and watches what happens in it. */
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
  useRead('readRole', organization && { orgId: organization._id })

  if (username === 'compute') return <ComputeRedirect />
  if (reservedUsernames.has(username))
    return (
      <Frame>
        <NotFoundState />
      </Frame>
    )
  if (!isKnown) {
    const { current } = opened
    return current.username === username ? <LostOrganization openedId={current.id} /> : <Visiting username={username} />
  }
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}
