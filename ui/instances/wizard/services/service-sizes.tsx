import { fieldKey } from '../../../../src/instances/configuration/configuration-errors.ts'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Banner } from '../../../parts/state/banner.tsx'
import { ResourceFields } from '../../configuration/fields/resource-fields.tsx'
import type { Deploy } from '../deploy/use-deploy.ts'
import { StepHeading } from '../steps/step-heading.tsx'

/** The resources of every service. */
export const ServiceSizes = ({ deploy: { services, fieldError } }: { deploy: Deploy }) => (
  <Stack gap={5}>
    <StepHeading
      title="How much does it need?"
      text="You pay for all replicas of all services while the instance is running."
    />
    {fieldError('capacity') && (
      <Banner tone="bad" title="Not available">
        {fieldError('capacity')}
      </Banner>
    )}
    {services.services.map((service, at) => (
      <ResourceFields
        key={service.key}
        title={service.name || `Service ${at + 1}`}
        service={service}
        change={(patch) => services.change(service.key, patch)}
        errorOf={(field) => services.errors[fieldKey(service.key, field)]}
      />
    ))}
  </Stack>
)
