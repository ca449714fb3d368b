import type { Instance } from '../../../src/contract/wire/compute.ts'
import type { StoredConfiguration } from '../../../src/contract/wire/instance/instance-configuration.ts'
import type { ServiceDraft } from '../../../src/instances/configuration/service-draft.ts'
import { presentReplicas, servicesAtDeployment } from '../../../src/instances/scaling/present-replicas.ts'
import { pricedServiceOf } from '../../../src/instances/wizard/service-totals.ts'
import { monthlyFromDailyMicros } from '../../../src/rules/prices.ts'
import { Price } from '../../parts/text/price.tsx'
import { SignedPrice } from '../../parts/text/signed-price.tsx'
import { useConfigurationPrice } from './use-configuration-price.ts'

type EditedPriceProps = { instance: Instance; saved: StoredConfiguration; services: readonly ServiceDraft[] }

/** The price of the saved configuration, and of the one that is being typed; nothing while the prices load. */
export const EditedPrice = ({ instance, saved, services }: EditedPriceProps) => {
  const { region } = instance
  const present = presentReplicas(instance)
  const before = useConfigurationPrice(servicesAtDeployment(saved.services, instance), region)
  const after = useConfigurationPrice(
    services.map((service) => pricedServiceOf(service, present[service.key])),
    region,
  )
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
