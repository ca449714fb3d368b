import { Info } from 'lucide-react'
import type { OfferedPlan } from '../../../../src/catalogue/offered-plans.ts'
import { formatSize } from '../../../../src/rules/format-size.ts'
import { useSend } from '../../../hooks/use-console.tsx'
import { Button } from '../../../parts/actions/button.tsx'
import { type RadioCard, RadioCards } from '../../../parts/choices/radio-cards.tsx'
import { SearchField } from '../../../parts/fields/search-field.tsx'
import { Row } from '../../../parts/layout/row.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Badge } from '../../../parts/state/badge.tsx'
import { Text } from '../../../parts/text/text.tsx'
import { Remote } from '../../../parts/waiting/remote.tsx'
import { SkeletonCard } from '../../../parts/waiting/skeleton-card.tsx'
import type { Deploy } from '../deploy/use-deploy.ts'
import { CustomSize } from './custom-size.tsx'
import { PlanExtrasFields } from './plan-extras-fields.tsx'
import { PlanPrice } from './plan-price.tsx'
import { StepHeading } from './step-heading.tsx'

export const StepHowMuch = ({ deploy }: { deploy: Deploy }) => {
  const { catalogue, choice, choose, price, fieldError } = deploy
  const { plans } = catalogue
  const send = useSend()
  const cardOf = (offer: OfferedPlan): RadioCard<string> => ({
    value: offer.id,
    title: offer.name,
    text: offer.obstacle ? `${formatSize(offer.size)}. ${offer.obstacle}.` : formatSize(offer.size),
    aside: (
      <Stack gap={1} align="end">
        <PlanPrice type={choice.type} daily={price.priceOf(offer.size)} />
        {offer.obstacle !== null && <Badge tone="warn">Not available</Badge>}
        {offer.isRecommended && <Badge tone="accent">Recommended</Badge>}
      </Stack>
    ),
    disabled: offer.obstacle !== null,
  })
  return (
    <Stack gap={5}>
      <StepHeading
        title="How much does it need?"
        text="You pay for the plan while the instance is running, and for persistent storage until you delete it."
      />
      <CustomSize deploy={deploy} />
      <Row gap={3} wrap>
        <SearchField label="Search plans" value={choice.planSearch} onChange={(planSearch) => choose({ planSearch })} />
        <Button
          variant="quiet"
          icon={<Info />}
          onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'bracketSystemInfo' } })}
        >
          Bracket system
        </Button>
      </Row>
      <Remote
        data={plans.data}
        retry={plans.retry}
        value={plans.shown}
        title="The plans could not be loaded"
        loading={<SkeletonCard lines={6} />}
      >
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
      {plans.shown?.totalCount === 0 && <Text tone="muted">No other plan has this name.</Text>}
      {plans.hasMore && <Button onClick={plans.showMore}>Show more plans</Button>}
      <PlanExtrasFields deploy={deploy} />
    </Stack>
  )
}
