import { useState } from 'react'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { isCoBranded } from '../../../src/rules/after-login.ts'
import { selectToken } from '../../../src/session/session.ts'
import { useConfiguration, useProductName } from '../../hooks/use-configuration.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { useTitle } from '../../hooks/use-title.ts'
import { LinkButton } from '../../parts/actions/link-button.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { WelcomeFrame } from './welcome-frame.tsx'

export const SignupPage = () => {
  const { search } = useLocation()
  const [query] = useSearchParams()
  const product = useProductName()
  const token = useSelected(selectToken)
  const forAgent = isCoBranded(query, useConfiguration())
  // An effect redirects users who sign in on this page; only those signed in before are redirected here.
  const [wasSignedIn] = useState(token !== null)
  useTitle('Sign up')
  if (wasSignedIn && token !== null) return <Navigate to={`/post-login${search}`} replace />
  return (
    <WelcomeFrame
      title={`Sign up for ${product}`}
      text="A first instance runs a minute from now."
      isCoBranded={forAgent}
      corner={<LinkButton to={`/login${search}`}>Login</LinkButton>}
      footer={
        <>
          Already have an account? <Link to={`/login${search}`}>Log In</Link>
        </>
      }
    >
      <ProviderButtons intent="signup" redirectUrl={query.get('redirectUrl')} forAgent={forAgent} />
    </WelcomeFrame>
  )
}
