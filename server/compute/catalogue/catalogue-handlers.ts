import type { catalogueCalls } from '../../../src/contract/calls/catalogue-calls.ts'
import type { ParsedOf, ResponseOf } from '../../../src/contract/contract.ts'
import type { Plan, UnitPrice } from '../../../src/contract/wire/catalogue.ts'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import { fits } from '../../../src/rules/plan-fit.ts'
import { dailyPriceOfParts } from '../../../src/rules/pricing/priced-parts.ts'
import type { Engine } from '../../engines/engine.ts'
import type { Engines } from '../../engines/engines.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Caller, Handlers } from '../../http/handler.ts'
import { roleOf } from '../../organizations/members/require-membership.ts'
import type { Db } from '../../store/connection.ts'
import { freeAddresses } from '../addresses/pool/free-addresses.ts'
import { supportedSettings } from '../deployments/configuration/unsupported-settings.ts'
import type { Capacities } from './engine-capacity.ts'
import { hardwareSizes } from './hardware-sizes.ts'
import { findPlanSize, planSizes } from './plan-sizes.ts'
import { CUSTOM_PLAN_ID, customPlan, planWire } from './plan-wire.ts'
import { neededFrom, pricedPartsFrom } from './price-of-resources.ts'
import { type EngineState, type EngineStates, regionsWire } from './regions/region-wire.ts'
import { type Regions, resourcesOf } from './regions/regions.ts'
import { discountAt } from './regions/unit-price.ts'
import { filterTemplates } from './templates/filter-templates.ts'
import { templateWire } from './templates/template-wire.ts'
import type { Templates } from './templates/templates.ts'

export interface CatalogueOptions {
  db: Db
  capacities: Capacities
  engines: Engines<Pick<Engine, 'capabilities'>>
  regions: Regions
  templates: Templates
}

/** The code of this type of deployment in queries. */
const ACCELERATE = 1

type PriceInput = ParsedOf<'readPrice'>
type Availability = ResponseOf<'readPrice'>['available']

export function catalogueHandlers({
  db,
  capacities,
  engines,
  regions,
  templates,
}: CatalogueOptions): Handlers<keyof typeof catalogueCalls> {
  const primaryPrice = () => regions.unitPrice(regions.named(undefined))

  return {
    async readRegions({ input }) {
      const found = regionsWire(regions.list, await engineStates(), Date.now())
      const needsGpu = input.longshoreComputeType === ACCELERATE
      return { regions: needsGpu ? found.filter(({ resources }) => resources.gpu > 0) : found }
    },

    async readProviders() {
      // The scaling modes of a region share its resources.
      const once = regions.list.map((region) => ({ ...region, scalingModes: region.scalingModes.slice(0, 1) }))
      const found = regionsWire(once, await engineStates(), Date.now())
      return {
        availableInventory: found.flatMap(({ disabled, provider, region, availability, resources }) =>
          disabled ? [] : [{ provider, region, availability, resources }],
        ),
      }
    },

    async readHardware({ input }) {
      const region = regions.named(input.region)
      return { items: hardwareSizes(regions.unitPrice(region, input.scalingMode), region) }
    },

    async readUnitPrices() {
      const unitPrices = regions.list.flatMap((region) =>
        region.scalingModes.map((scalingMode) => regions.unitPrice(region, scalingMode)),
      )
      return { unitPrices }
    },

    async readPlans({ input }) {
      return plansOf(input, regions.unitPrice(regions.named(input.region), input.scalingMode))
    },

    async searchPlans({ input }) {
      return plansOf(input, regions.unitPrice(regions.named(input.region), input.scalingType))
    },

    async readPlan({ input }) {
      const unitPrice = regions.unitPrice(regions.named(input.region), input.scalingMode)
      return { akashMachineImage: planNamed(input.id, unitPrice) }
    },

    async readPrice({ input, caller }) {
      const region = regions.named(input.region)
      const discount = discountAt(region, Date.now())
      return {
        resourceDailyCost: dailyPriceOfParts(pricedPartsFrom(input), regions.unitPrice(region, input.scalingMode)),
        available: input.availableCheck ? await availability(input, caller) : 'UNKNOWN',
        discount: discount && { expirationDate: discount.expirationDate },
      }
    },

    async readTemplateCategories() {
      return { categories: [...templates.categories] }
    },

    async readTemplates({ input }) {
      const unitPrice = primaryPrice()
      return { templates: filterTemplates(templates.list, input).map((item) => templateWire(item, unitPrice)) }
    },

    async readTemplate({ input }) {
      const template = templates.find(input.id)
      if (!template) throw new ApiError('notFound')
      return { template: templateWire(template, primaryPrice()) }
    },
  }

  async function engineStates(): Promise<EngineStates> {
    const states = await Promise.all(
      engines.all().map(async ({ name, title }) => [name, await engineState(name, title)] as const),
    )
    return new Map(states.flatMap(([name, state]) => (state ? [[name, state]] : [])))
  }

  async function engineState(name: string, title = ''): Promise<EngineState | undefined> {
    try {
      const capacity = capacities.of(name)
      return {
        title,
        description: await capacity.description(),
        available: await capacity.available(db),
        supportedSettings: [...supportedSettings(await engines.of(name).capabilities(), { addressCount: 0 })],
      }
    } catch {
      return undefined
    }
  }

  /** Only a member may learn what an organisation gave back. */
  async function ownOrganization(id: OrganizationId | undefined, caller: Caller): Promise<OrganizationId | null> {
    if (id === undefined || caller.kind === 'visitor') return null
    return (await roleOf(db, id, caller.userId)) ? id : null
  }

  /** The same in every scaling mode: a deployment that does not fit is rejected in all of them. */
  async function availability(requested: PriceInput, caller: Caller): Promise<Availability> {
    const region = regions.named(requested.region)
    const { ipsRequested } = requested
    if (ipsRequested > 0) {
      const organizationId = await ownOrganization(requested.organizationId, caller)
      if (ipsRequested > (await freeAddresses(db, region, organizationId))) return 'NOT_AVAILABLE'
    }
    const state = await engineState(region.engineName)
    if (!state) return 'UNKNOWN'
    return fits(neededFrom(requested), resourcesOf(region, state.available)) ? 'AVAILABLE' : 'NOT_AVAILABLE'
  }
}

type PlanInput = Pick<ParsedOf<'readPlans'>, 'skip' | 'limit' | 'name'>

function plansOf({ name = '', skip, limit }: PlanInput, unitPrice: UnitPrice) {
  const searchText = name.toLowerCase()
  const found = planSizes.filter((size) => size.name.toLowerCase().includes(searchText))
  const page = found.slice(skip, skip + limit)
  return { totalCount: found.length, akashMachineImages: page.map((size) => planWire(size, unitPrice)) }
}

/** Also accepts `custom-id`, and `custom-id-{service}` for one of several services. */
function planNamed(id: string, unitPrice: UnitPrice): Plan {
  if (id === CUSTOM_PLAN_ID || id.startsWith(`${CUSTOM_PLAN_ID}-`)) return { ...customPlan, _id: id }
  const size = findPlanSize(id)
  if (!size) throw new ApiError('notFound')
  return planWire(size, unitPrice)
}
