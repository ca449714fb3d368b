import type { Deployment } from '../../../src/contract/wire/compute.ts'
import type { StoredConfiguration } from '../../../src/contract/wire/instance/instance-configuration.ts'
import { configurationDifferences } from '../../../src/rules/deployments/configuration-differences.ts'
import { Button } from '../../parts/actions/button.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import { DifferenceTable } from '../deployments/difference-table.tsx'
import { useAuthors } from '../deployments/use-authors.ts'
import type { ConfigurationForm } from './use-configuration-form.ts'

type ConflictBannerProps = {
  form: ConfigurationForm
  /** The one that was made meanwhile, and its configuration. */
  deployment: Deployment
  configuration: StoredConfiguration
}

/** Offers both configurations when another user saved first. */
export const ConflictBanner = ({ form, deployment, configuration }: ConflictBannerProps) => {
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
      <Stack gap={3}>
        <div>
          Your changes are based on deployment {form.base.number}. If you keep them, saving replaces the newer
          configuration.
        </div>
        <DifferenceTable
          caption={`Changes of deployment ${deployment.number}`}
          differences={configurationDifferences(form.base.configuration, configuration)}
          titles={{ before: `Deployment ${form.base.number}`, after: `Deployment ${deployment.number}` }}
        />
      </Stack>
    </Banner>
  )
}
