import { Trash2 } from 'lucide-react'
import type { ProjectId } from '../../../src/contract/wire/common.ts'
import { fieldKey } from '../../../src/instances/configuration/configuration-errors.ts'
import { referenceTargets } from '../../../src/instances/configuration/draft-references.ts'
import { referenceHint } from '../../../src/instances/configuration/reference-hint.ts'
import { Button } from '../../parts/actions/button.tsx'
import { Row } from '../../parts/layout/row.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { AutoscalingCard } from '../scaling/autoscaling-card.tsx'
import { BehaviourFields } from './fields/behaviour-fields.tsx'
import { EnvironmentFields } from './fields/environment-fields.tsx'
import { FileFields } from './fields/files/file-fields.tsx'
import { HealthCheckCard } from './fields/health-check-card.tsx'
import { PortFields } from './fields/port-fields.tsx'
import { ProcessFields } from './fields/process-fields.tsx'
import { ProgramFields } from './fields/program-fields.tsx'
import { ResourceFields } from './fields/resource-fields.tsx'
import { VolumeFields } from './fields/volume-fields.tsx'
import type { ServicesForm } from './use-configuration-form.ts'
import { VariableGroupFields } from './variables/variable-group-fields.tsx'

type ServiceFormProps = { form: ServicesForm; serviceKey: string; region: string; projectId: ProjectId }

/** The fields of one service. */
export const ServiceForm = ({ form, serviceKey, region, projectId }: ServiceFormProps) => {
  const service = form.services.find(({ key }) => key === serviceKey)
  if (!service) return null
  const fields = {
    service,
    region,
    change: (patch: Partial<typeof service>) => form.change(serviceKey, patch),
    errorOf: (field: string) => form.errors[fieldKey(serviceKey, field)],
  }
  return (
    <Stack gap={5}>
      <ProgramFields {...fields} />
      <ResourceFields {...fields} />
      <AutoscalingCard
        rules={service.autoscaling}
        replicas={service.replicas}
        change={(autoscaling) => fields.change({ autoscaling })}
        errorOf={fields.errorOf}
      />
      <EnvironmentFields
        {...fields}
        targets={referenceTargets(form.services)}
        hintOf={(references) => referenceHint(references, form.services)}
      />
      <VariableGroupFields {...fields} projectId={projectId} />
      <PortFields {...fields} />
      <VolumeFields {...fields} />
      <FileFields {...fields} />
      <HealthCheckCard {...fields} />
      <BehaviourFields {...fields} others={form.services.filter(({ key }) => key !== serviceKey)} />
      <ProcessFields {...fields} />
      {form.services.length > 1 && (
        <Row>
          <Button variant="danger-quiet" icon={<Trash2 />} onClick={() => form.remove(serviceKey)}>
            Remove {service.name || 'this service'}
          </Button>
        </Row>
      )}
    </Stack>
  )
}
