import { selectToken } from '../../src/session/session.ts'
import { useProductName } from '../hooks/use-configuration.ts'
import { useQuery } from '../hooks/use-query.ts'
import { useSelected } from '../hooks/use-selected.ts'
import { useTitle } from '../hooks/use-title.ts'
import { LinkButton } from '../parts/actions/link-button.tsx'
import { AuthFrame } from '../parts/frame/auth-frame.tsx'
import { LazyFrame } from './frame/lazy-frame.tsx'
import { NOT_FOUND_MESSAGE, NotFoundState } from './not-found-state.tsx'

/** Page not found, inside the console's frame for signed-in users. */
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
