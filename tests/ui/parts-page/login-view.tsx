import { useState } from 'react'
import { Button } from '../../../ui/parts/actions/button.tsx'
import { GithubIcon, GoogleIcon } from '../../../ui/parts/art/brand-icons.tsx'
import { AuthFrame } from '../../../ui/parts/frame/auth-frame.tsx'

export const LoginView = () => {
  const [busy, setBusy] = useState(false)
  return (
    <AuthFrame
      product="Longshore"
      title="Log in to Longshore"
      text="Run containers, sites and storage from one quiet place."
      footer={
        <>
          New here? <a href="/signup">Sign Up</a>
        </>
      }
      small={
        <>
          <a href="/">Return</a>
          <a href="/terms">Terms of Use</a>
        </>
      }
    >
      <Button wide size="large" icon={<GoogleIcon />}>
        Continue with Google
      </Button>
      <Button wide size="large" icon={<GithubIcon />} busy={busy} onClick={() => setBusy(true)}>
        Continue with GitHub
      </Button>
    </AuthFrame>
  )
}
