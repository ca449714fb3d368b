import { CUSTOM_PLAN_ID, CUSTOM_STORAGE_GIB, type CustomAmounts } from '../../../../src/catalogue/custom-plan.ts'
import { NumberField } from '../../../parts/fields/number-field.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { Grid } from '../../../parts/layout/grid.tsx'
import type { Deploy } from '../deploy/use-deploy.ts'

/** Once CPU and RAM are given, a custom plan is first in the list and chosen. */
export const CustomSize = ({ deploy }: { deploy: Deploy }) => {
  const { choice, choose, fieldError } = deploy
  const set = (field: keyof CustomAmounts) => (value: number | null) => {
    const custom = { ...choice.custom, [field]: value }
    const isWhole = custom.cpu !== null && custom.ram !== null
    const plan = isWhole ? CUSTOM_PLAN_ID : choice.plan === CUSTOM_PLAN_ID ? '' : choice.plan
    choose({ [field]: value === null ? '' : String(value), plan })
  }
  return (
    <Card title="Custom size" text="Enter CPU and RAM to get a custom plan." headingLevel={3}>
      <Grid columns={3} gap={4}>
        <NumberField
          label="CPU"
          unit="vCPU"
          min={0.1}
          max={64}
          step={0.25}
          value={choice.custom.cpu}
          onChange={set('cpu')}
          error={fieldError('cpu')}
        />
        <NumberField
          label="RAM"
          unit="GiB"
          min={0.0625}
          max={512}
          step={0.5}
          value={choice.custom.ram}
          onChange={set('ram')}
          error={fieldError('memory')}
        />
        <NumberField
          label="Storage"
          unit="GiB"
          min={0.5}
          max={1024}
          step={5}
          value={choice.custom.storage ?? CUSTOM_STORAGE_GIB}
          onChange={set('storage')}
          error={fieldError('storage')}
        />
      </Grid>
    </Card>
  )
}
