import { onePerRegion } from '../../../../src/catalogue/one-per-region.ts'
import type { Region } from '../../../../src/contract/wire/catalogue.ts'
import { hasCapacity } from '../../../../src/instances/wizard/capacity-errors.ts'
import type { ServiceTotals } from '../../../../src/instances/wizard/service-totals.ts'
import { formatBytes, formatCpu } from '../../../../src/rules/format-size.ts'
import { RadioCards } from '../../../parts/choices/radio-cards.tsx'
import { Select } from '../../../parts/choices/select.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { longDateText } from '../../../parts/text/time-text.ts'
import { Remote } from '../../../parts/waiting/remote.tsx'
import { SkeletonCard } from '../../../parts/waiting/skeleton-card.tsx'
import type { Deploy } from '../deploy/use-deploy.ts'
import { PlanPrice } from './plan-price.tsx'
import { StepHeading } from './step-heading.tsx'

const GIB = 1_073_741_824

export const StepWhere = ({ deploy }: { deploy: Deploy }) => {
  const { catalogue, choice, choose, price, needed, fieldError } = deploy
  const { region } = catalogue
  return (
    <Stack gap={5}>
      <StepHeading title="Where should it run?" text="Prices are for the selected plan." />
      <Remote {...catalogue.regions} title="The regions could not be loaded" loading={<SkeletonCard lines={4} />}>
        {({ regions }) => (
          <RadioCards
            legend="Region"
            legendHidden
            width="full"
            value={catalogue.region?.region ?? null}
            onChange={(region) => choose({ region, scaling: '' })}
            error={fieldError('region')}
            cards={onePerRegion(regions).map((region) => ({
              value: region.region,
              title: region.title,
              text: aboutRegion(region, needed),
              aside: region.disabled ? null : <PlanPrice type={choice.type} daily={price.priceIn(region.region)} />,
              disabled: region.disabled,
            }))}
          />
        )}
      </Remote>
      {region && catalogue.scalings.length > 0 && (
        <Select
          label="Scaling"
          hint="Who may change the number of replicas later."
          options={catalogue.scalings}
          value={region.scalingMode}
          error={fieldError('scalingMode')}
          onChange={(scaling) => choose({ scaling })}
        />
      )}
    </Stack>
  )
}

const aboutRegion = (region: Region, needed: ServiceTotals | null): string => {
  const { disabled, provider, availability, resources, discount } = region
  if (disabled) return 'Does not accept deployments at present.'
  if (availability === 'not_available') return `${provider}. Not available: it has no capacity at present.`
  const capacity =
    availability === 'unknown'
      ? 'Its capacity is not known at present.'
      : `${formatCpu(roundedDown(resources.cpu, 100))} and ${formatBytes(roundedDown(resources.memory, GIB))} of memory available.`
  const tooSmall = needed && hasCapacity(region, needed) === false ? ['Not enough for the selected size.'] : []
  return [`${provider}.`, capacity, ...tooSmall, ...(discount ? [discountText(discount)] : [])].join(' ')
}

/** Rounds down, because users compare sizes and not exact amounts. */
const roundedDown = (amount: number, unit: number): number =>
  amount < unit ? amount : Math.floor(amount / unit) * unit

const discountText = ({ percent, expirationDate }: NonNullable<Region['discount']>): string =>
  `${percent}% off until ${longDateText(Date.parse(expirationDate))}.`
