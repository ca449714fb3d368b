import { useEffect, useRef, useState } from 'react'
import { Outlet, useParams } from 'react-router-dom'
import { organizationTopic } from '../../src/contract/live.ts'
import { selectOrganizationNamed } from '../../src/organizations/organizations.ts'
import { reservedUsernames } from '../../src/rules/usernames.ts'
import { selectToken } from '../../src/session/session.ts'
import { later } from '../parts/later/later.tsx'
import { ComputeRedirect } from './compute-redirect.tsx'
import { Frame } from './frame/frame.tsx'
import { FrameSkeleton } from './frame/frame-skeleton.tsx'
import { LostPage } from './later/lost-page.tsx'
import { LostOrganization } from './lost-organization.tsx'
import { NotFoundState } from './not-found-state.tsx'
import { SignedIn } from './signed-in.tsx'
import { useRead } from './use-read.ts'
import { useSelected } from './use-selected.ts'
import { useSend } from './use-send.ts'
import { useTopic } from './use-topic.ts'

const Visit = later(() => import('../community/visit.tsx'), 'Visit', {
  waiting: <FrameSkeleton />,
  lost: (lost) => <LostPage {...lost} />,
})

/** The pages of an organisation, for its members and, where it is public, for everybody. */
export const OrganizationLayout = () => {
  const { organization: username = '' } = useParams()
  const isSignedIn = useSelected(selectToken) !== null
  // Who signs out here leaves: they are no visitor of the page that they were on.
  const [cameSignedOut] = useState(!isSignedIn)
  if (cameSignedOut && !isSignedIn && !reservedUsernames.has(username)) return <Visit username={username} />
  return (
    <SignedIn>
      <OrganizationPages username={username} />
    </SignedIn>
  )
}

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
    return current.username === username ? <LostOrganization openedId={current.id} /> : <Visit username={username} />
  }
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}
