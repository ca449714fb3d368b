import { useState } from 'react'
import { Navigate } from 'react-router-dom'
import { selectRemovalMessage, selectUser } from '../../src/organizations/organizations.ts'
import { useProductName } from '../hooks/use-configuration.ts'
import { useSend } from '../hooks/use-console.tsx'
import { useSelected } from '../hooks/use-selected.ts'
import { useTitle } from '../hooks/use-title.ts'
import { MyInvites } from '../invites/my-invites.tsx'
import { OrganizationForm } from '../organizations/organization-form.tsx'
import { Button } from '../parts/actions/button.tsx'
import { LinkButton } from '../parts/actions/link-button.tsx'
import { AuthFrame } from '../parts/frame/auth-frame.tsx'
import { Stack } from '../parts/layout/stack.tsx'
import { Banner } from '../parts/state/banner.tsx'
import { missingFields, ProfileForm } from './profile-form.tsx'

/** Asks for missing profile fields, then for the first organisation. */
export const OnboardingPage = () => {
  const send = useSend()
  const user = useSelected(selectUser)
  const product = useProductName()
  const removalMessage = useSelected(selectRemovalMessage)
  const [hadOrganization] = useState((user?.organizations.length ?? 0) > 0)
  useTitle('Welcome')
  if (!user) return null
  const missing = missingFields(user)
  if (hadOrganization && missing.length === 0) return <Navigate to="/post-login" replace />

  const { name, email } = user.platformProfile
  const isProfileIncomplete = missing.length > 0
  const profileText = hadOrganization
    ? 'Complete your profile to continue.'
    : 'Complete your profile, then create your first organisation.'
  return (
    <AuthFrame
      product={product}
      title={name ? `Welcome, ${name}` : 'Welcome'}
      text={
        isProfileIncomplete ? profileText : 'Name your organisation. Projects, instances and bills will belong to it.'
      }
      corner={
        <>
          <LinkButton variant="quiet" to="/user/settings">
            User settings
          </LinkButton>
          <Button variant="quiet" onClick={() => send({ type: 'ui/signOutPressed' })}>
            Logout
          </Button>
        </>
      }
      footer={email ? `Logged in as ${email}` : undefined}
    >
      <Stack gap={6}>
        {removalMessage && <Banner tone="warn" title={removalMessage} />}
        {isProfileIncomplete ? <ProfileForm user={user} missing={missing} /> : <FirstOrganization />}
      </Stack>
    </AuthFrame>
  )
}

/** Joining an organisation completes onboarding too. */
const FirstOrganization = () => (
  <Stack gap={6}>
    <MyInvites />
    <OrganizationForm />
  </Stack>
)
