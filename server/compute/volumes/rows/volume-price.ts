import type { UnitPrice } from '../../../../src/contract/wire/catalogue.ts'
import type { StoredService } from '../../../../src/contract/wire/instance/instance-configuration.ts'
import { monthlyPriceMicros, noResources, type PricedResources } from '../../../../src/rules/pricing/resource-price.ts'

type StorageClass = StoredService['volumes'][number]['class']

const resources: Record<StorageClass, keyof PricedResources> = {
  beta1: 'persistentHdd',
  beta2: 'persistentSsd',
  beta3: 'persistentNvme',
}

const DAYS_PER_MONTH = 30

/** What a volume costs a day, in micro-dollars, whether it is in use or not. */
export const volumePrice = (name: StorageClass, sizeBytes: number, price: UnitPrice): number =>
  Math.ceil(monthlyPriceMicros({ ...noResources, [resources[name]]: sizeBytes }, price) / DAYS_PER_MONTH)
