import type { Deployment } from '../../../src/contract/wire/compute.ts'
import { Button } from '../../parts/actions/button.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import { useAuthors } from '../deployments/use-authors.ts'
import type { ConfigurationForm } from './use-configuration-form.ts'

type ConflictBannerProps = {
  form: ConfigurationForm
  /** The one that was made meanwhile. */
  deployment: Deployment
}

/** Offers both configurations when another user saved first. */
export const ConflictBanner = ({ form, deployment }: ConflictBannerProps) => {
  const authorOf = useAuthors()
  return (
    <Banner
      tone="warn"
      title={`${authorOf(deployment)} made deployment ${deployment.number} meanwhile`}
      actions={
        <>
          <Button size="small" onClick={form.discard}>
            Use the newer configuration
          </Button>
          <Button size="small" onClick={form.keep}>
            Keep my changes
          </Button>
        </>
      }
    >
      Your changes are based on deployment {form.base.number}. If you keep them, saving replaces the newer
      configuration.
    </Banner>
  )
}
