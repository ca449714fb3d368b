import type { ServiceDraft } from '../../../src/instances/configuration/service-draft.ts'
import { pricedServiceOf } from '../../../src/instances/wizard/service-totals.ts'
import { monthlyFromDailyMicros } from '../../../src/rules/prices.ts'
import type { PricedService } from '../../../src/rules/pricing/priced-parts.ts'
import { Price } from '../../parts/text/price.tsx'
import { SignedPrice } from '../../parts/text/signed-price.tsx'
import { useConfigurationPrice } from './use-configuration-price.ts'

type EditedPriceProps = { saved: readonly PricedService[]; services: readonly ServiceDraft[]; region: string }

/** The price of the saved configuration, and of the one that is being typed; nothing while the prices load. */
export const EditedPrice = ({ saved, services, region }: EditedPriceProps) => {
  const before = useConfigurationPrice(saved, region)
  const after = useConfigurationPrice(services.map(pricedServiceOf), region)
  if (before === null || after === null) return null
  const month = (daily: number) => monthlyFromDailyMicros(daily)
  return (
    <span aria-live="polite">
      {' · '}
      {before === after ? (
        <Price micros={month(after)} per="month" />
      ) : (
        <>
          <Price micros={month(before)} /> → <Price micros={month(after)} per="month" /> (
          <SignedPrice micros={month(after - before)} />)
        </>
      )}
    </span>
  )
}
