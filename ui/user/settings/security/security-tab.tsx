import { selectUser } from '../../../../src/organizations/organizations.ts'
import { useSend } from '../../../hooks/use-console.tsx'
import { useQuery } from '../../../hooks/use-query.ts'
import { useSelected } from '../../../hooks/use-selected.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { LinkButton } from '../../../parts/actions/link-button.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Banner } from '../../../parts/state/banner.tsx'
import { Remote } from '../../../parts/waiting/remote.tsx'
import { SkeletonCard } from '../../../parts/waiting/skeleton-card.tsx'
import { LoginsCard } from '../connections/logins-card.tsx'
import { SecurityLogCard } from '../connections/security-log-card.tsx'
import { SessionsCard } from '../connections/sessions-card.tsx'
import { AuthenticatorCard } from './authenticator-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { RecoveryCard } from './recovery-card.tsx'

/** Everything that gives access to the account. */
export const SecurityTab = () => {
  const user = useSelected(selectUser)
  const { data, retry } = useQuery('readFactors', {})
  if (!user) return null
  return (
    <Stack gap={5}>
      <Remote data={data} retry={retry} title="Your second factors could not be loaded" loading={<SkeletonCard />}>
        {(factors) => (
          <>
            {factors.needsFreshSignIn && <FreshSignIn />}
            <PasskeysCard factors={factors} />
            <AuthenticatorCard factors={factors} />
            <RecoveryCard codes={factors.recoveryCodes} />
          </>
        )}
      </Remote>
      <SessionsCard />
      <LoginsCard user={user} />
      <Card
        title="API tokens"
        text="For programs that act on your behalf. They never need a second factor."
        actions={<LinkButton to="/user/settings/api-tokens">Manage tokens</LinkButton>}
      />
      <SecurityLogCard />
    </Stack>
  )
}

const FreshSignIn = () => {
  const send = useSend()
  return (
    <Banner
      title="Log in again to set up a second factor"
      actions={
        <Button size="small" onClick={() => send({ type: 'ui/signOutPressed', returnAfterSignIn: true })}>
          Log in again
        </Button>
      }
    >
      You logged in more than 10 minutes ago. Setting up your first factor requires a recent login, so that an open
      session cannot be used to lock you out.
    </Banner>
  )
}
