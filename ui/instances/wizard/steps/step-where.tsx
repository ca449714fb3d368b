import { onePerRegion } from '../../../../src/catalogue/one-per-region.ts'
import type { Region } from '../../../../src/contract/wire/catalogue.ts'
import { formatBytes, formatCpu } from '../../../../src/rules/format-size.ts'
import { RadioCards } from '../../../parts/choices/radio-cards.tsx'
import { Select } from '../../../parts/choices/select.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { longDateText } from '../../../parts/text/time-text.ts'
import { Remote } from '../../../parts/waiting/remote.tsx'
import { SkeletonCard } from '../../../parts/waiting/skeleton-card.tsx'
import type { Deploy } from '../deploy/use-deploy.ts'
import { MonthlyPrice } from './monthly-price.tsx'
import { StepHeading } from './step-heading.tsx'

const GIB = 1_073_741_824

const scalingLabels: Readonly<Record<Region['scalingMode'], string>> = {
  SCALING_ALLOWED: 'Manual',
  AUTO_SCALING: 'Automatic',
  NO_SCALING: 'None',
}

export const StepWhere = ({ deploy }: { deploy: Deploy }) => {
  const { catalogue, choose, price, fieldError } = deploy
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
              text: aboutRegion(region),
              aside: region.disabled ? null : <MonthlyPrice daily={price.priceIn(region.region)} />,
              disabled: region.disabled,
            }))}
          />
        )}
      </Remote>
      {region && catalogue.modes.length > 1 && (
        <Select
          label="Scaling"
          options={catalogue.modes.map(({ scalingMode }) => ({
            value: scalingMode,
            label: scalingLabels[scalingMode],
          }))}
          value={region.scalingMode}
          error={fieldError('scalingMode')}
          onChange={(scaling) => choose({ scaling })}
        />
      )}
    </Stack>
  )
}

const aboutRegion = ({ disabled, provider, availability, resources, discount }: Region): string => {
  if (disabled) return 'Does not accept deployments at present.'
  const capacity =
    availability === 'unknown'
      ? 'Its capacity is not known at present.'
      : `${formatCpu(roundedDown(resources.cpu, 100))} and ${formatBytes(roundedDown(resources.memory, GIB))} of memory available.`
  return [`${provider}.`, capacity, ...(discount ? [discountText(discount)] : [])].join(' ')
}

/** What a user compares, not the last unit of it. */
const roundedDown = (amount: number, unit: number): number =>
  amount < unit ? amount : Math.floor(amount / unit) * unit

const discountText = ({ percent, expirationDate }: NonNullable<Region['discount']>): string =>
  `${percent}% off until ${longDateText(Date.parse(expirationDate))}.`
