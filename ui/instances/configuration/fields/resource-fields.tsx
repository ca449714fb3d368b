import { NumberField } from '../../../parts/fields/number-field.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { Grid } from '../../../parts/layout/grid.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import type { ServiceFieldsProps } from './service-fields.ts'

type ResourceFieldsProps = Omit<ServiceFieldsProps, 'region'> & { title?: string }

export const ResourceFields = ({ title = 'Resources', service, change, errorOf }: ResourceFieldsProps) => (
  <Card title={title} text="Of each replica.">
    <Stack>
      <Grid columns={2}>
        <NumberField
          label="CPU"
          unit="vCPU"
          min={0.1}
          max={64}
          step={0.25}
          value={service.cpu}
          error={errorOf('cpuMilli')}
          onChange={(cpu) => change({ cpu })}
        />
        <NumberField
          label="Memory"
          unit="MiB"
          min={64}
          max={524_288}
          step={64}
          value={service.memoryMib}
          error={errorOf('memoryBytes')}
          onChange={(memoryMib) => change({ memoryMib })}
        />
        <NumberField
          label="Storage"
          unit="GiB"
          min={0.5}
          max={1024}
          step={1}
          value={service.storageGib}
          error={errorOf('storageBytes')}
          onChange={(storageGib) => change({ storageGib })}
        />
        <NumberField
          label="Replicas"
          hint={service.autoscaling ? 'Changed by the autoscaling rules.' : undefined}
          min={1}
          max={100}
          value={service.replicas}
          error={errorOf('replicas')}
          onChange={(replicas) => change({ replicas })}
        />
      </Grid>
    </Stack>
  </Card>
)
