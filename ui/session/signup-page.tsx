import { useState } from 'react'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { selectToken } from '../../src/session/session.ts'
import { useProductName } from '../app/use-product-name.ts'
import { useSelected } from '../app/use-selected.ts'
import { useTitle } from '../app/use-title.ts'
import { LinkButton } from '../parts/actions/link-button.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { WelcomeFrame } from './welcome-frame.tsx'

export const SignupPage = () => {
  const { search } = useLocation()
  const [query] = useSearchParams()
  const product = useProductName()
  const token = useSelected(selectToken)
  // Who signs in while looking at this page is led on to where they were headed.
  const [cameSignedIn] = useState(token !== null)
  useTitle('Sign up')
  if (cameSignedIn && token !== null) return <Navigate to={`/post-login${search}`} replace />
  return (
    <WelcomeFrame
      title={`Sign up for ${product}`}
      text="A first instance runs a minute from now."
      corner={<LinkButton to={`/login${search}`}>Login</LinkButton>}
      footer={
        <>
          Already have an account? <Link to={`/login${search}`}>Log In</Link>
        </>
      }
    >
      <ProviderButtons intent="signup" redirectUrl={query.get('redirectUrl')} />
    </WelcomeFrame>
  )
}
