import type { catalogueCalls } from '../../../src/contract/calls/catalogue-calls.ts'
import type { Plan } from '../../../src/contract/wire/catalogue.ts'
import { fits } from '../../../src/rules/plan-fit.ts'
import { dailyPriceMicros } from '../../../src/rules/prices.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Handlers } from '../../http/handler.ts'
import type { Db } from '../../store/connection.ts'
import type { EngineCapacity } from './engine-capacity.ts'
import { filterTemplates } from './filter-templates.ts'
import { hardwareSizes } from './hardware-sizes.ts'
import { findPlanSize, planSizes } from './plan-sizes.ts'
import { CUSTOM_PLAN_ID, customPlan, planWire } from './plan-wire.ts'
import { neededFrom, pricedFrom } from './price-of-resources.ts'
import type { RegionName } from './region-list.ts'
import { regionOf } from './region-of.ts'
import { regionsWire } from './region-wire.ts'
import { findTemplate, templateCategories, templateList } from './template-list.ts'
import { templateWire } from './template-wire.ts'
import { unitPriceList, unitPriceOf } from './unit-price-list.ts'

export interface CatalogueOptions {
  db: Db
  capacity: EngineCapacity
  disabledRegions: readonly string[]
}

const nothing = { cpu: 0, memory: 0, storageEphemeral: 0, gpu: 0, storage: [] }

export function catalogueHandlers({
  db,
  capacity,
  disabledRegions,
}: CatalogueOptions): Handlers<keyof typeof catalogueCalls> {
  return {
    async readRegions() {
      const description = await capacity.description().catch(() => undefined)
      const resources = description ? await capacity.available(db) : nothing
      return { regions: regionsWire(description, resources, disabledRegions) }
    },

    async readHardware({ input }) {
      return { items: hardwareSizes(unitPriceOf(regionOf(input.region))) }
    },

    async readUnitPrices() {
      return { unitPrices: [...unitPriceList] }
    },

    async readPlans({ input }) {
      const searchText = input.name?.toLowerCase() ?? ''
      const found = planSizes.filter(({ name }) => name.toLowerCase().includes(searchText))
      const unitPrice = unitPriceOf(regionOf(input.region))
      const page = found.slice(input.skip, input.skip + input.limit)
      return { totalCount: found.length, akashMachineImages: page.map((size) => planWire(size, unitPrice)) }
    },

    async readPlan({ input }) {
      return { akashMachineImage: planNamed(input.id, regionOf(input.region)) }
    },

    async readPrice({ input }) {
      const unitPrice = unitPriceOf(regionOf(input.region))
      return {
        resourceDailyCost: dailyPriceMicros(pricedFrom(input), unitPrice),
        available: input.availableCheck ? await availability(input) : 'UNKNOWN',
        discount: null,
      }
    },

    async readTemplateCategories() {
      return { categories: [...templateCategories] }
    },

    async readTemplates({ input }) {
      return { templates: filterTemplates(templateList, input).map(templateWire) }
    },

    async readTemplate({ input }) {
      const template = findTemplate(input.id)
      if (!template) throw new ApiError('notFound')
      return { template: templateWire(template) }
    },
  }

  async function availability(
    requested: Parameters<typeof neededFrom>[0],
  ): Promise<'AVAILABLE' | 'NOT_AVAILABLE' | 'UNKNOWN'> {
    if (requested.ipsRequested > 0) return 'NOT_AVAILABLE'
    const available = await capacity.available(db).catch(() => undefined)
    if (!available) return 'UNKNOWN'
    return fits(neededFrom(requested), available) ? 'AVAILABLE' : 'NOT_AVAILABLE'
  }
}

/** Also accepts `custom-id`, and `custom-id-{service}` for one of several services. */
function planNamed(id: string, region: RegionName): Plan {
  if (id === CUSTOM_PLAN_ID || id.startsWith(`${CUSTOM_PLAN_ID}-`)) return { ...customPlan, _id: id }
  const size = findPlanSize(id)
  if (!size) throw new ApiError('notFound')
  return planWire(size, unitPriceOf(region))
}
