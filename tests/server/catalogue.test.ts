import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'

describe('the catalogue', () => {
  let harness: ComputeHarness
  beforeAll(async () => {
    harness = await computeHarness()
  })
  afterAll(() => harness.close())

  test('regions list their capacity, less what instances use [P3.2] [P7.6] [P9.2]', async () => {
    const before = (await harness.call('readRegions', {})).regions
    expect(before.map(({ region, disabled }) => [region, disabled])).toEqual([
      ['us-west', false],
      ['us-east', true],
      ['apac', true],
    ])
    expect(before[0]?.provider).toMatch(/^This machine \(process /)
    const made = await harness.deploy({ machineImageId: 'small' })
    const after = (await harness.call('readRegions', {})).regions
    expect((before[0]?.resources.memory ?? 0) - (after[0]?.resources.memory ?? 0)).toBe(512 * 1024 ** 2)
    expect((before[0]?.resources.cpu ?? 0) - (after[0]?.resources.cpu ?? 0)).toBe(500)
    await harness.call('closeInstance', { id: made._id, organizationId: harness.organizationId })
    await harness.inState(made._id, 'Closed')
    expect((await harness.call('readRegions', {})).regions[0]?.resources).toEqual(before[0]?.resources)
  })

  test('providers list what is free in each open region, and no region has a graphics processor [P7.6] [P7.8] [P9.2]', async () => {
    const { availableInventory } = await harness.call('readProviders', {})
    const open = (await harness.call('readRegions', {})).regions.filter(({ disabled }) => !disabled)
    expect(availableInventory).toEqual(
      open.map(({ provider, region, availability, resources }) => ({ provider, region, availability, resources })),
    )
    expect((await harness.call('readRegions', { longshoreComputeType: 1 })).regions).toEqual([])
  })

  test('an instance has several replicas of its plan, on a shared address by default [P3.10] [P7.17] [P9.2]', async () => {
    const { _id } = await harness.deploy({ instanceCount: 2, machineImageId: 'nano' })
    const active = await harness.inState(_id, 'Active')
    expect(active.services).toMatchObject([{ replicas: 2, readyReplicas: 2 }])
    const { akashMachineImage: plan } = await harness.call('readPlan', { id: 'nano', region: 'us-west' })
    expect(active.extendedInstances[0]?.defaultDailyTopup).toBeGreaterThan(plan.defaultDailyTopUp)
    await harness.call('deleteInstance', { id: _id })
    await harness.waitUntilDeleted(_id)
  })

  test('plans are searched by name and paged [P7.2] [P7.3] [P7.4]', async () => {
    const all = await harness.call('readPlans', {})
    expect(all.totalCount).toBe(all.akashMachineImages.length)
    const medium = await harness.call('readPlans', { name: 'MEDIUM', limit: 1 })
    expect(medium.totalCount).toBe(2)
    expect(medium.akashMachineImages).toHaveLength(1)
    expect(await harness.call('searchPlans', { name: 'MEDIUM', limit: 1, region: 'us-west' })).toEqual(medium)
    expect(await harness.call('searchPlans', {})).toEqual(all)
    expect((await harness.call('readPlan', { id: 'custom-id-web' })).akashMachineImage._id).toBe('custom-id-web')
    await expect(harness.call('readPlan', { id: 'no-such' })).rejects.toMatchObject({ code: 'notFound' })
    await expect(harness.call('readPlans', { region: 'the-moon' })).rejects.toMatchObject({
      fields: [{ field: 'region' }],
    })
  })

  test('each region has unit prices, from which the prices of hardware sizes are computed [P3.3] [P7.7] [P7.9]', async () => {
    const { unitPrices } = await harness.call('readUnitPrices', {})
    const { regions } = await harness.call('readRegions', { longshoreComputeType: 0 })
    expect(new Set(unitPrices.map(({ region }) => region))).toEqual(new Set(regions.map(({ region }) => region)))
    const { items } = await harness.call('readHardware', { region: 'apac', scalingMode: 'NO_SCALING' })
    const unit = unitPrices.find(({ region, scalingMode }) => region === 'apac' && scalingMode === 'NO_SCALING')
    const cores = items.find(({ type }) => type === 'cpu')?.values ?? []
    expect(cores.length).toBeGreaterThan(1)
    for (const { value, price } of cores) expect(price).toBe(((unit?.cpu ?? 0) * value) / 1000)
    await expect(harness.call('readHardware', { region: 'the-moon' })).rejects.toMatchObject({ code: 'invalid' })
  })

  test('an instance costs its quoted price [P7.5]', async () => {
    const size = { cpu: 700, memory: 300 * 1024 ** 2, storage: 1024 ** 3 }
    const price = await harness.call('readPrice', {
      region: 'us-west',
      cpuRequested: size.cpu,
      memoryRequested: size.memory,
      ephemeralStorageRequested: size.storage,
      availableCheck: true,
    })
    expect(price.available).toBe('AVAILABLE')
    const made = await harness.deploy({ region: 'us-west', machineImageId: 'custom-id', ...size })
    expect(made.extendedInstances).toEqual([
      { defaultDailyTopup: price.resourceDailyCost, price: price.resourceDailyCost },
    ])
    const input = { region: 'us-west', cpuRequested: 3, memoryRequested: 3 }
    const part = { cpu: 1, memory: 1 }
    const asParts = await harness.call('readPrice', { ...input, parts: [{ count: 3, ...part }] })
    expect(asParts.resourceDailyCost).toBe(
      3 * (await harness.call('readPrice', { ...input, cpuRequested: 1, memoryRequested: 1 })).resourceDailyCost,
    )
    await expect(harness.call('readPrice', { ...input, parts: [{ count: 2, ...part }] })).rejects.toMatchObject({
      fields: [{ field: 'parts' }],
    })
  })

  test('a plan larger than the machine is not available [P4.14]', async () => {
    const priceOf = (more: object) => harness.call('readPrice', { region: 'us-west', availableCheck: true, ...more })
    expect((await priceOf({ memoryRequested: 1e15 })).available).toBe('NOT_AVAILABLE')
    expect((await priceOf({ ipsRequested: 1000 })).available).toBe('NOT_AVAILABLE')
    expect((await priceOf({ ssdPersStorageRequested: 1 })).available).toBe('NOT_AVAILABLE')
    expect((await priceOf({ availableCheck: false })).available).toBe('UNKNOWN')
  })

  test('templates of the categories Node and AI are listed only for graphics or for all [P5.2]', async () => {
    const categories = async (processingType?: 'cpu' | 'gpu' | 'all') => {
      const { templates } = await harness.call('readTemplates', processingType ? { processingType } : {})
      return new Set(templates.map(({ metadata }) => metadata.category))
    }
    for (const hardwareType of [undefined, 'cpu'] as const) {
      expect(await categories(hardwareType)).not.toContain('AI')
      expect(await categories(hardwareType)).not.toContain('Node')
    }
    for (const hardwareType of ['gpu', 'all'] as const) {
      expect(await categories(hardwareType)).toContain('AI')
      expect(await categories(hardwareType)).toContain('Node')
    }
  })

  test('templates are found by name and category, built-in ones first, each with an existing plan [P3.7] [P7.14]', async () => {
    const { templates } = await harness.call('readTemplates', {})
    expect(templates[0]?.builtIn).toBe(true)
    for (const { services } of templates) {
      await harness.call('readPlan', { id: services[0]?.defaultAkashMachineImageId ?? '' })
    }
    const { templates: found } = await harness.call('readTemplates', { name: 'POSTGRES', category: 'Databases' })
    expect(found.map(({ _id }) => _id)).toEqual(['postgres'])
    const { template } = await harness.call('readTemplate', { id: 'postgres' })
    expect(template.configuration?.services[0]).toMatchObject({ volumes: [{ mountPath: '/var/lib/postgresql/data' }] })
    expect(template.services[0]).toMatchObject({
      image: 'postgres:17-alpine',
      versions: [{ name: '17', image: 'postgres:17-alpine' }, { name: '16' }, { name: '15' }],
    })
    expect(template.serviceData.variables[0]).toMatchObject({
      name: 'POSTGRES_PASSWORD',
      generated: true,
      secret: true,
    })
    await expect(harness.call('readTemplate', { id: 'vllm' })).rejects.toMatchObject({ code: 'notFound' })
    expect((await harness.call('readTemplate', { id: 'longshore-hello' })).template.services[0]?.ports).toEqual([
      { containerPort: 8080 },
    ])
    await expect(harness.call('readTemplate', { id: 'no-such' })).rejects.toMatchObject({ code: 'notFound' })
  })

  test('a variable that the template generates gets a value that no response shows until it is revealed', async () => {
    const made = await harness.deploy({ templateId: 'postgres', machineImageId: 'small' })
    expect(made.environment.map(({ name }) => name)).toEqual(['POSTGRES_PASSWORD'])
    const { value } = await harness.call('revealVariable', { id: made._id, name: 'POSTGRES_PASSWORD' })
    expect(value).toMatch(/^[A-Za-z0-9]{24}$/)
    expect(JSON.stringify([made, await harness.events()])).not.toContain(value)
  })
})
