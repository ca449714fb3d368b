import { CHOOSER } from '../../src/rules/after-login.ts'
import { useTitle } from '../hooks/use-title.ts'
import { LinkButton } from '../parts/actions/link-button.tsx'
import { LighthouseArt } from '../parts/art/lighthouse-art.tsx'
import { EmptyState } from '../parts/waiting/empty-state.tsx'

export const NOT_FOUND_MESSAGE = 'Sorry the page you requested could not be found. Please login to continue.'
const NOT_FOUND_SIGNED_IN = 'Sorry the page you requested could not be found.'

/** Page not found, for signed-in users. */
export const NotFoundState = () => {
  useTitle('Page not found')
  return (
    <EmptyState
      size="page"
      headingLevel={1}
      art={<LighthouseArt />}
      title="Page not found"
      text={NOT_FOUND_SIGNED_IN}
      actions={
        <LinkButton variant="primary" to={CHOOSER}>
          Back to Home
        </LinkButton>
      }
    />
  )
}
