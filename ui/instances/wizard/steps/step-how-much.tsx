import type { OfferedPlan } from '../../../../src/catalogue/offered-plans.ts'
import { formatSize } from '../../../../src/rules/format-size.ts'
import { type RadioCard, RadioCards } from '../../../parts/choices/radio-cards.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Badge } from '../../../parts/state/badge.tsx'
import { Remote } from '../../../parts/waiting/remote.tsx'
import { SkeletonCard } from '../../../parts/waiting/skeleton-card.tsx'
import type { Deploy } from '../deploy/use-deploy.ts'
import { CustomSize } from './custom-size.tsx'
import { MonthlyPrice } from './monthly-price.tsx'
import { StepHeading } from './step-heading.tsx'

export const StepHowMuch = ({ deploy }: { deploy: Deploy }) => {
  const { catalogue, choose, price, fieldError } = deploy
  const cardOf = (offer: OfferedPlan): RadioCard<string> => ({
    value: offer.id,
    title: offer.name,
    text: offer.obstacle ? `${formatSize(offer.size)}. ${offer.obstacle}.` : formatSize(offer.size),
    aside: (
      <Stack gap={1} align="end">
        <MonthlyPrice daily={price.priceOf(offer.size)} />
        {offer.isRecommended && <Badge tone="accent">Recommended</Badge>}
      </Stack>
    ),
    disabled: offer.obstacle !== null,
  })
  return (
    <Stack gap={5}>
      <StepHeading title="How much does it need?" text="You pay for the plan while the instance is running." />
      <CustomSize deploy={deploy} />
      <Remote {...catalogue.plans} title="The plans could not be loaded" loading={<SkeletonCard lines={6} />}>
        {() => (
          <RadioCards
            legend="Plan"
            width="full"
            value={catalogue.offer?.id ?? null}
            onChange={(plan) => choose({ plan })}
            cards={catalogue.offers.map(cardOf)}
            error={fieldError('machineImageId')}
          />
        )}
      </Remote>
    </Stack>
  )
}
