import { selectToken } from '../../src/session/session.ts'
import { LinkButton } from '../parts/actions/link-button.tsx'
import { AuthFrame } from '../parts/frame/auth-frame.tsx'
import { LaterFrame } from './later/later-frame.tsx'
import { NOT_FOUND_WORDS, NotFoundState } from './not-found-state.tsx'
import { useProductName } from './use-product-name.ts'
import { useRead } from './use-read.ts'
import { useSelected } from './use-selected.ts'
import { useTitle } from './use-title.ts'

/** An address that leads nowhere: inside the console's frame for those who are signed in. */
export const NotFoundPage = () => {
  const isSignedIn = useSelected(selectToken) !== null
  const product = useProductName()
  useTitle('Page not found')
  useRead('readProfile', isSignedIn ? {} : null)
  if (isSignedIn)
    return (
      <LaterFrame>
        <NotFoundState />
      </LaterFrame>
    )
  return (
    <AuthFrame product={product} title="Page not found" text={NOT_FOUND_WORDS}>
      <LinkButton look="primary" size="large" wide to="/login">
        Login
      </LinkButton>
    </AuthFrame>
  )
}
