import { refusals } from '../../../src/contract/refusals.ts'
import { LinkButton } from '../../parts/actions/link-button.tsx'
import { Banner } from '../../parts/state/banner.tsx'

/** Said before the press, because the server would refuse it. */
export const EmailNeeded = () => (
  <Banner
    tone="warn"
    title={refusals.emailNeeded.words}
    actions={
      <LinkButton size="small" to="/onboarding">
        Add an e-mail address
      </LinkButton>
    }
  >
    We write to it when a deployment needs you.
  </Banner>
)
