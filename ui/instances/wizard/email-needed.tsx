import { errorCodes } from '../../../src/contract/error-codes.ts'
import { LinkButton } from '../../parts/actions/link-button.tsx'
import { Banner } from '../../parts/state/banner.tsx'

/** Shown before the user presses Deploy, which the server would reject. */
export const EmailNeeded = () => (
  <Banner
    tone="warn"
    title={errorCodes.emailNeeded.message}
    actions={
      <LinkButton size="small" to="/onboarding">
        Add an e-mail address
      </LinkButton>
    }
  >
    We e-mail you when a deployment needs your attention.
  </Banner>
)
