import { useState } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { selectEndedMessage, selectToken } from '../../../src/session/session.ts'
import { useConfiguration, useProductName } from '../../hooks/use-configuration.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { useTitle } from '../../hooks/use-title.ts'
import { LinkButton } from '../../parts/actions/link-button.tsx'
import { lazy } from '../../parts/lazy/lazy.tsx'

import css from './login-page.module.css'
import { ProviderButtons } from './provider-buttons.tsx'
import { useSignInQuery } from './use-sign-in-query.ts'
import { WelcomeFrame } from './welcome-frame.tsx'

const PasskeyButton = lazy(() => import('./passkey-button.tsx'), 'PasskeyButton', {
  waiting: <div className={css.passkey} />,
})

export const LoginPage = () => {
  const { search, forAgent } = useSignInQuery()
  const product = useProductName()
  const configuration = useConfiguration()
  const token = useSelected(selectToken)
  const endedMessage = useSelected(selectEndedMessage)
  // An effect redirects users who sign in on this page; only those signed in before are redirected here.
  const [wasSignedIn] = useState(token !== null)
  const agent = forAgent ? configuration?.agent.name : undefined
  useTitle('Log in')
  if (wasSignedIn && token !== null) return <Navigate to={`/post-login${search}`} replace />
  return (
    <WelcomeFrame
      title={`Log in to ${agent ?? product}`}
      text={endedMessage ?? (agent ? `Use your ${product} account.` : 'Deploy a container and watch it run.')}
      corner={<LinkButton to={`/signup${search}`}>Sign Up</LinkButton>}
      footer={
        <>
          New here? <Link to={`/signup${search}`}>Create an account</Link> or use a{' '}
          <Link to={`/login/wallet${search}`}>crypto wallet</Link>
        </>
      }
    >
      <ProviderButtons intent="login">
        <PasskeyButton />
      </ProviderButtons>
    </WelcomeFrame>
  )
}
