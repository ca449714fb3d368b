import { type ReactNode, useEffect, useRef } from 'react'
import { Outlet } from 'react-router-dom'
import { selectUser } from '../../../src/organizations/organizations.ts'
import { selectIsSessionKnown, selectToken } from '../../../src/session/session.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useQuery } from '../../hooks/use-query.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { FrameSkeleton } from '../frame/frame-skeleton.tsx'

import { ProfileFailed } from './profile-failed.tsx'

/** Pages inside need a signed-in user. Others sign in first and then return to the same page. */
export const SignedIn = ({ children = <Outlet /> }: { children?: ReactNode }) => {
  const send = useSend()
  const hasToken = useSelected(selectToken) !== null
  const known = useSelected(selectIsSessionKnown)
  // A user who signs out here should not return to this page.
  const wasSignedIn = useRef(false)
  wasSignedIn.current ||= hasToken

  useEffect(() => {
    if (known && !hasToken && !wasSignedIn.current) send({ type: 'ui/lockedPageOpened' })
  }, [known, hasToken, send])

  return hasToken ? <WithProfile>{children}</WithProfile> : <FrameSkeleton />
}

const WithProfile = ({ children }: { children: ReactNode }) => {
  const user = useSelected(selectUser)
  const { data, retry } = useQuery('readProfile', {})
  if (user) return children
  if (data.kind === 'failed') return <ProfileFailed failure={data.failure} onRetry={retry} />
  return <FrameSkeleton />
}
