import { selectToken } from '../../src/session/session.ts'
import { LinkButton } from '../parts/actions/link-button.tsx'
import { AuthFrame } from '../parts/frame/auth-frame.tsx'
import { LazyFrame } from './lazy/lazy-frame.tsx'
import { NOT_FOUND_MESSAGE, NotFoundState } from './not-found-state.tsx'
import { useProductName } from './use-product-name.ts'
import { useQuery } from './use-query.ts'
import { useSelected } from './use-selected.ts'
import { useTitle } from './use-title.ts'

/** An address that leads nowhere: inside the console's frame for those who are signed in. */
export const NotFoundPage = () => {
  const isSignedIn = useSelected(selectToken) !== null
  const product = useProductName()
  useTitle('Page not found')
  useQuery('readProfile', isSignedIn ? {} : null)
  if (isSignedIn)
    return (
      <LazyFrame>
        <NotFoundState />
      </LazyFrame>
    )
  return (
    <AuthFrame product={product} title="Page not found" text={NOT_FOUND_MESSAGE}>
      <LinkButton variant="primary" size="large" wide to="/login">
        Login
      </LinkButton>
    </AuthFrame>
  )
}
