import { fieldKey } from '../../../../src/instances/configuration/configuration-errors.ts'
import { Stack } from '../../../parts/layout/stack.tsx'
import { ProgramFields } from '../../configuration/fields/program-fields.tsx'
import { ServiceTabs } from '../../configuration/service-tabs.tsx'
import type { Deploy } from '../deploy/use-deploy.ts'
import { RegistryCard } from '../template/registry-card.tsx'
import { useCurrentService } from './use-current-service.ts'

/** The image of each service. Their other fields follow in a later step. */
export const ServicePrograms = ({ deploy }: { deploy: Deploy }) => {
  const { services, catalogue } = deploy
  const { current, tabs } = useCurrentService(deploy)
  if (!current) return null
  return (
    <Stack gap={5}>
      <ServiceTabs current={current} {...tabs} />
      <ProgramFields
        key={current.key}
        service={current}
        region={catalogue.region?.region ?? ''}
        change={(patch) => services.change(current.key, patch)}
        errorOf={(field) => services.errors[fieldKey(current.key, field)]}
      />
      <RegistryCard deploy={deploy} />
    </Stack>
  )
}
