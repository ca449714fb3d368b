import { useState } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { selectToken } from '../../../src/session/session.ts'
import { useConfiguration, useProductName } from '../../hooks/use-configuration.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { useTitle } from '../../hooks/use-title.ts'
import { LinkButton } from '../../parts/actions/link-button.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { useSignInQuery } from './use-sign-in-query.ts'
import { WelcomeFrame } from './welcome-frame.tsx'

export const SignupPage = () => {
  const { search, forAgent } = useSignInQuery()
  const product = useProductName()
  const configuration = useConfiguration()
  const agent = forAgent ? configuration?.agent.name : undefined
  const token = useSelected(selectToken)
  // An effect redirects users who sign in on this page; only those signed in before are redirected here.
  const [wasSignedIn] = useState(token !== null)
  useTitle('Sign up')
  if (wasSignedIn && token !== null) return <Navigate to={`/post-login${search}`} replace />
  return (
    <WelcomeFrame
      title={`Sign up for ${agent ?? product}`}
      text={agent ? `You get a ${product} account.` : 'Run your first instance in a minute.'}
      corner={<LinkButton to={`/login${search}`}>Login</LinkButton>}
      footer={
        <>
          Already have an account? <Link to={`/login${search}`}>Log In</Link>
        </>
      }
    >
      <ProviderButtons intent="signup" />
    </WelcomeFrame>
  )
}
