import type { Plan, UnitPrice } from '../../../src/contract/wire/catalogue.ts'
import { topUpThresholdMicros } from '../../../src/rules/prices.ts'
import { replicaResources } from '../../../src/rules/pricing/priced-parts.ts'
import { dailyPriceMicros, pricePerBlockMicros } from '../../../src/rules/pricing/resource-price.ts'
import type { PlanSize } from './plan-sizes.ts'

export const CUSTOM_PLAN_ID = 'custom-id'

/** The plan of a size that the user chooses. The price depends on the size; these figures are only starting values. */
export const customPlan: Plan = {
  _id: CUSTOM_PLAN_ID,
  name: 'Custom',
  cpu: 0,
  memory: 0,
  storage: 0,
  maxPricePerBlock: 16,
  defaultDailyTopUp: 230_400,
  topupThreashold: 460_800,
  price: 230_400,
  recommendedPlan: false,
}

/** Returns a plan at the prices of one region. */
export function planWire(size: PlanSize, unitPrice: UnitPrice): Plan {
  const resources = replicaResources(size)
  const daily = dailyPriceMicros(resources, unitPrice)
  return {
    _id: size.id,
    name: size.name,
    cpu: size.cpuMilli,
    memory: size.memoryBytes,
    storage: size.storageBytes,
    maxPricePerBlock: pricePerBlockMicros(resources, unitPrice),
    defaultDailyTopUp: daily,
    topupThreashold: topUpThresholdMicros(daily),
    price: daily,
    recommendedPlan: size.recommended,
  }
}
