import * as v from 'valibot'
import { call } from '../call.ts'
import { plan, providerInventory, region, scalingModes, template, unitPrice } from '../wire/catalogue.ts'
import { filledText, instant, limit, micros, organizationId, skip, text, whole } from '../wire/common.ts'

const scalingMode = v.optional(v.picklist(scalingModes))
const upTo = (most: number) =>
  v.optional(v.pipe(whole, v.minValue(0, 'Must be 0 or more.'), v.maxValue(most, 'Too large.')), 0)
/** The limits keep the price of the dearest region in the range of exact numbers. */
const milliCores = upTo(1e9)
const bytes = upTo(1e15)
const count = upTo(1e6)

/** One item of a price: a replica, a volume or an address. */
const pricedPart = v.strictObject({
  count,
  cpu: milliCores,
  memory: bytes,
  storageEphemeral: bytes,
  persistentHdd: bytes,
  persistentSsd: bytes,
  persistentNvme: bytes,
  addresses: count,
})

/** Regions for a kind of deployment: 1 is accelerate, which needs a graphics processor; 0 is compute. */
const computeType = v.optional(v.pipe(whole, v.picklist([0, 1], 'Must be 0 or 1.')))

export const catalogueCalls = {
  readRegions: call({
    method: 'GET',
    path: 'cluster-available-hardware/regions',
    access: 'public',
    query: v.strictObject({ longshoreComputeType: computeType }),
    response: v.object({ regions: v.array(region) }),
    summary: 'List the regions with their capacity.',
  }),
  readProviders: call({
    method: 'GET',
    path: 'cluster-available-hardware/providers',
    access: 'public',
    response: v.object({ availableInventory: v.array(providerInventory) }),
    summary: 'List the engines that run workloads, with their regions and what is free there.',
  }),
  readHardware: call({
    method: 'GET',
    path: 'cluster-available-hardware',
    access: 'public',
    query: v.strictObject({ region: v.optional(text(60)), provider: v.optional(text(60)), scalingMode }),
    response: v.object({
      items: v.array(
        v.object({ type: v.string(), values: v.array(v.object({ value: v.number(), price: v.optional(micros) })) }),
      ),
    }),
    summary: 'List the available sizes in a region, with monthly prices in micro-dollars.',
  }),
  readUnitPrices: call({
    method: 'GET',
    path: 'pricing-targets',
    access: 'public',
    response: v.object({ unitPrices: v.array(unitPrice) }),
    summary: 'Get the monthly unit prices, in micro-dollars.',
  }),
  readPlans: call({
    method: 'GET',
    path: 'compute-machine-image',
    access: 'public',
    query: v.strictObject({
      skip,
      limit: limit(50),
      name: v.optional(text(60)),
      region: v.optional(text(60)),
      scalingMode,
      provider: v.optional(text(60)),
      machineImageType: v.optional(text(60)),
    }),
    response: v.object({ totalCount: v.number(), akashMachineImages: v.array(plan) }),
    summary: 'List the plans of a region, smallest first.',
  }),
  searchPlans: call({
    method: 'POST',
    path: 'compute-machine-image',
    isReadOnly: true,
    access: 'public',
    query: v.strictObject({ skip, limit: limit(50), name: v.optional(text(60)) }),
    body: v.strictObject({
      region: v.optional(text(60)),
      scalingType: scalingMode,
      provider: v.optional(text(60)),
    }),
    response: v.object({ totalCount: v.number(), akashMachineImages: v.array(plan) }),
    summary: 'List the plans of a region, smallest first.',
  }),
  readPlan: call({
    method: 'GET',
    path: 'compute-machine-image/id/{id}',
    access: 'public',
    params: v.strictObject({ id: filledText(60) }),
    query: v.strictObject({
      region: v.optional(text(60)),
      scalingMode,
      provider: v.optional(text(60)),
      machineImageType: v.optional(text(60)),
    }),
    response: v.object({ akashMachineImage: plan }),
    summary: 'Get a plan.',
  }),
  readPrice: call({
    method: 'POST',
    path: 'compute-machine-image/getPriceForResources',
    isReadOnly: true,
    access: 'public',
    body: v.strictObject({
      cpuRequested: milliCores,
      memoryRequested: bytes,
      ephemeralStorageRequested: bytes,
      hddPersStorageRequested: bytes,
      ssdPersStorageRequested: bytes,
      nvmePersStorageRequested: bytes,
      endpointsRequested: count,
      ipsRequested: count,
      parts: v.optional(v.pipe(v.array(pricedPart), v.maxLength(1000))),
      region: filledText(60),
      provider: v.optional(text(60)),
      scalingMode,
      availableCheck: v.optional(v.boolean(), false),
      organizationId: v.optional(organizationId),
      templateId: v.optional(text(60)),
    }),
    response: v.object({
      resourceDailyCost: micros,
      available: v.picklist(['AVAILABLE', 'NOT_AVAILABLE', 'UNKNOWN']),
      discount: v.nullable(v.object({ expirationDate: instant })),
    }),
    summary:
      'Get the daily price of resources, in micro-dollars, and whether the region has them available. cpu is in milli-units, the rest in bytes. With parts, which add up to the resources, the price is the sum of the rounded prices of the parts, as an instance is charged.',
  }),
  readTemplateCategories: call({
    method: 'GET',
    path: 'cluster-templates/categories',
    access: 'public',
    response: v.object({ categories: v.array(v.string()) }),
    summary: 'List the template categories.',
  }),
  readTemplates: call({
    method: 'GET',
    path: 'cluster-templates',
    access: 'public',
    query: v.strictObject({
      name: v.optional(text(60)),
      category: v.optional(text(60)),
      processingType: v.optional(v.picklist(['cpu', 'gpu', 'all'])),
      organizationId: v.optional(organizationId),
    }),
    response: v.object({ templates: v.array(template) }),
    summary: 'List the templates.',
  }),
  readTemplate: call({
    method: 'GET',
    path: 'cluster-templates/{id}',
    access: 'public',
    params: v.strictObject({ id: filledText(60) }),
    query: v.strictObject({ organizationId: v.optional(organizationId) }),
    response: v.object({ template }),
    summary: 'Get a template.',
  }),
}
