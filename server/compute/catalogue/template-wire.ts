import type { Template } from '../../../src/contract/wire/catalogue.ts'
import { findPlanSize } from './plan-sizes.ts'
import { planWire } from './plan-wire.ts'
import type { TemplateSource } from './template-source.ts'
import { unitPriceList } from './unit-price-list.ts'

/** Converts a template for the API, with its recommended plan at the prices of the first region. */
export function templateWire(source: TemplateSource): Template {
  const size = findPlanSize(source.planId)
  const [unitPrice] = unitPriceList
  if (!size || !unitPrice) throw new Error(`The plan of the template ${source.id} does not exist`)
  return {
    _id: source.id,
    name: source.name,
    description: source.description,
    builtIn: source.builtIn,
    metadata: { category: source.category },
    processingType: source.processingType,
    services: [
      {
        name: 'app',
        image: source.image,
        ports: source.ports.map((containerPort) => ({ containerPort })),
        defaultAkashMachineImageId: source.planId,
        defaultAkashMachineImage: { defaultDailyTopUp: planWire(size, unitPrice).defaultDailyTopUp },
      },
    ],
    serviceData: { variables: source.variables },
  }
}
