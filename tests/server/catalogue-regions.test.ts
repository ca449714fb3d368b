import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, describe, expect, test } from 'vitest'
import { hardwareSizes } from '../../server/compute/catalogue/hardware-sizes.ts'
import { regionFile } from '../../server/compute/catalogue/regions/region-settings.ts'
import { type EngineState, type EngineStates, regionsWire } from '../../server/compute/catalogue/regions/region-wire.ts'
import { createRegions } from '../../server/compute/catalogue/regions/regions.ts'
import { configFrom } from '../../server/config.ts'
import { createEngines, soleEngine } from '../../server/engines/engines.ts'
import { createProcessEngine } from '../../server/engines/process.ts'
import { scalingModes } from '../../src/contract/wire/catalogue.ts'
import { accelerateObstacle } from '../../src/rules/deployments/accelerate-obstacle.ts'
import { computeHarness } from './compute-harness.ts'

const GIB = 1024 ** 3
const folder = mkdtempSync(join(tmpdir(), 'longshore-regions-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = (content: string) => {
  writeFileSync(join(folder, 'regions.json'), content)
  return { LONGSHORE_REGIONS: 'regions.json' }
}
const harbour = {
  name: 'harbour',
  title: 'Harbour',
  scalingModes: ['NO_SCALING', 'SCALING_ALLOWED'],
  addressPool: ['203.0.113.8', '203.0.113.16/29'],
  gpuCount: 2,
  storage: { beta2: 100 },
  prices: { cpu: 10, memory: 0.123456 },
  discount: { percent: 15, expirationDate: '2027-01-01T00:00:00Z' },
}
const regionsAt = (at: string, settings: object[] = [harbour]) =>
  createRegions({
    settings: v.parse(regionFile, settings),
    engines: soleEngine({ name: 'process' }),
    disabledRegions: [],
    nowMs: () => Date.parse(at),
  })
const description = { name: 'process', version: '1', isolation: '', cpuCount: 4, memoryBytes: GIB } as const
const available = { cpu: 16_000, memory: GIB, storageEphemeral: GIB, gpu: 0, storage: [] }
const supportedSettings = ['entrypoint', 'command'] as const
const states = (changes: Partial<EngineState>): EngineStates =>
  new Map([['', { title: 'This machine', description, available, supportedSettings, ...changes }]])

const paris = { kind: 'docker', host: 'tcp://10.0.0.5:2376' }
const own = { kind: 'process' }
const withEngine = (...engines: object[]) =>
  JSON.stringify(engines.map((engine, index) => ({ name: `r${index}`, title: 'R', engine })))

describe('the file of regions', () => {
  test('is read with defaults for what it leaves out', () => {
    const { regions } = configFrom(file('[{ "name": "one", "title": "One" }]'), folder)
    expect(regions).toMatchObject([
      { name: 'one', engine: null, scalingModes: ['NO_SCALING'], gpuCount: 0, storage: {}, discount: null },
    ])
    expect(regions?.[0]?.prices).toMatchObject({ cpu: 9_000_000, memory: 3_200_000, ephemeralStorage: 50_000 })
    expect(configFrom({}, folder).regions).toBeNull()
  })

  test.each<[string, string, RegExp]>([
    ['no JSON', '{', /not a readable JSON file/],
    ['no region', '[]', /must contain a region/],
    ['a name twice', '[{"name":"a","title":"A"},{"name":"a","title":"B"}]', /each region once/],
    ['an unknown field', '[{"name":"a","title":"A","cost":1}]', /0\.cost/],
    ['an unknown engine', '[{"name":"a","title":"A","engine":"k8s"}]', /0\.engine.*docker, process/],
    [
      'an engine over SSH',
      withEngine({ kind: 'docker', host: 'ssh://root@paris' }),
      /0\.engine\.host: must be an address/,
    ],
    ['a host name to publish on', withEngine({ ...paris, publishAddress: 'paris' }), /publishAddress: must be an IP/],
    ['an engine of an unknown kind', withEngine({ kind: 'swarm' }), /0\.engine: must be docker, process/],
    ['an engine with the name of a kind', withEngine({ kind: 'process', name: 'docker' }), /0\.engine.*reserved/],
    ['an engine twice', withEngine(paris, { ...paris, name: 'again' }), /1\.engine.*tcp:\/\/10\.0\.0\.5:2376 once/],
    ['a name of an engine twice', withEngine({ ...own, name: 'x' }, { ...own, name: 'x' }), /1\.engine.*engine x once/],
    ['a negative price', '[{"name":"a","title":"A","prices":{"cpu":-1}}]', /0\.prices\.cpu/],
    ['a price beyond exact numbers', '[{"name":"a","title":"A","prices":{"cpu":1001}}]', /0\.prices\.cpu/],
    ['no address', '[{"name":"a","title":"A","addressPool":["10.0.0.300"]}]', /addressPool\.0/],
    ['an unknown storage class', '[{"name":"a","title":"A","storage":{"beta9":1}}]', /0\.storage\.beta9/],
    ['a discount without an end', '[{"name":"a","title":"A","discount":{"percent":5}}]', /0\.discount\.expirationDate/],
    ['a scaling mode twice', '[{"name":"a","title":"A","scalingModes":["NO_SCALING","NO_SCALING"]}]', /mode once/],
  ])('with %s stops the start and names the place', (_, content, message) => {
    expect(() => configFrom(file(content), folder)).toThrow(message)
  })
})

describe('a region', () => {
  test('has an entry and a price for each of its scaling modes, and no other one [P3.2] [P3.3] [P4.5]', () => {
    const regions = regionsAt('2026-06-01T00:00:00Z')
    const wire = regionsWire(regions.list, states({}), 0)
    expect(wire.map(({ scalingMode, isPrimaryForScaling }) => [scalingMode, isPrimaryForScaling])).toEqual([
      ['NO_SCALING', true],
      ['SCALING_ALLOWED', true],
    ])
    const region = regions.named('harbour')
    expect(regions.unitPrice(region, 'SCALING_ALLOWED').scalingMode).toBe('SCALING_ALLOWED')
    expect(() => regions.unitPrice(region, 'AUTO_SCALING')).toThrow(
      expect.objectContaining({ fields: [{ field: 'scalingMode', message: expect.stringContaining('NO_SCALING') }] }),
    )
  })

  test('offers its GPUs, addresses and mapped storage classes only [P3.2] [P4.6]', () => {
    const [wire] = regionsWire(regionsAt('2026-06-01T00:00:00Z').list, states({}), 0)
    expect(wire).toMatchObject({ ip_supported: true, availability: 'available' })
    expect(wire?.supportedSettings).toEqual([...supportedSettings, 'addresses'])
    expect(wire?.resources).toEqual({ ...available, gpu: 2, storage: [{ class: 'beta2', size: 100 * GIB }] })
    const regions = regionsAt('2026-06-01T00:00:00Z')
    const region = regions.named('harbour')
    expect(region.addressCount).toBe(9)
    const sizes = hardwareSizes(regions.unitPrice(region), region)
    expect(sizes.map(({ type }) => type)).toEqual(['cpu', 'memory', 'storage', 'ssd'])
    expect(sizes.at(-1)?.values.at(-1)?.value).toBe(100 * GIB)
  })

  test('is discounted until the end of its discount, in whole micro-dollars [P3.4]', () => {
    const priceAt = (at: string) => {
      const regions = regionsAt(at)
      return regions.unitPrice(regions.named('harbour'))
    }
    expect(priceAt('2026-12-31T23:59:59.999Z')).toMatchObject({ cpu: 8_500_000, memory: 104_938 })
    expect(priceAt('2027-01-01T00:00:00Z')).toMatchObject({ cpu: 10_000_000, memory: 123_456 })
    const { list } = regionsAt('2026-06-01T00:00:00Z')
    const discountAt = (at: string) => regionsWire(list, new Map(), Date.parse(at))[0]?.discount
    expect(discountAt('2026-12-31T23:59:59Z')).toEqual(harbour.discount)
    expect(discountAt('2027-01-01T00:00:00Z')).toBeNull()
  })

  test('is unknown without its engine, and full when one resource has run out [P4.5]', () => {
    const { list } = regionsAt('2026-06-01T00:00:00Z', [
      { name: 'here', title: 'Here' },
      { name: 'there', title: 'There', engine: 'docker' },
    ])
    const availability = (known: EngineStates) => regionsWire(list, known, 0).map((region) => region.availability)
    expect(availability(states({}))).toEqual(['available', 'unknown'])
    expect(availability(states({ available: { ...available, memory: 0 } }))).toEqual(['not_available', 'unknown'])
    expect(availability(new Map())).toEqual(['unknown', 'unknown'])
  })
})

test('without a file there is one region for the engine, with two more that are disabled [P9.2]', () => {
  const { list } = createRegions({
    settings: null,
    engines: soleEngine({ name: 'docker' }),
    disabledRegions: ['us-east', 'apac'],
  })
  expect(list.map(({ name, isDisabled, isServed }) => [name, isDisabled, isServed])).toEqual([
    ['us-west', false, true],
    ['us-east', true, true],
    ['apac', true, true],
  ])
})

test('without a file each engine that was found has a region', () => {
  const found = createEngines([
    { name: '', title: 'This machine', engine: { name: 'docker' } },
    { name: 'podman', title: 'Podman', engine: { name: 'docker' } },
  ] as const)
  const { list } = createRegions({ settings: null, engines: found, disabledRegions: ['us-east', 'apac'] })
  expect(list.map(({ name, title, engineName, isServed }) => [name, title, engineName, isServed])).toEqual([
    ['us-west', 'US West', '', true],
    ['podman', 'Podman', 'podman', true],
    ['us-east', 'US East', '', true],
    ['apac', 'Asia Pacific', '', true],
  ])
})

test('a deployment is rejected in every scaling mode when it does not fit, or where no engine can run it [P4.14]', async () => {
  const process = createProcessEngine({ dataFolder: folder })
  const { name, version, isolation } = await process.describe()
  const engine = {
    ...process,
    describe: async () => ({ name, version, isolation, cpuCount: 1, memoryBytes: GIB }),
  }
  const every = { ...harbour, scalingModes }
  const path = join(folder, 'harness.json')
  writeFileSync(path, JSON.stringify([every, { name: 'away', title: 'Away', engine: 'docker' }]))
  const harness = await computeHarness({
    engine,
    environment: { LONGSHORE_REGIONS: path, LONGSHORE_RESERVE_CPU: '0', LONGSHORE_RESERVE_MEMORY_MB: '0' },
  })
  const priceOf = (more: object) =>
    harness.call('readPrice', { region: 'harbour', availableCheck: true, cpuRequested: 100, ...more })
  const tooLarge = { machineImageId: 'large', region: 'harbour' }
  try {
    for (const scalingMode of scalingModes) {
      expect((await priceOf({ scalingMode })).available).toBe('AVAILABLE')
      expect((await priceOf({ scalingMode, memoryRequested: 2 * GIB })).available).toBe('NOT_AVAILABLE')
      await expect(harness.deploy({ ...tooLarge, scalingMode })).rejects.toMatchObject({ code: 'insufficientCapacity' })
    }
    const accelerated = harness.deploy({ region: 'harbour', deploymentType: 'accelerate' })
    const obstacle = accelerateObstacle([harbour.gpuCount])
    await expect(accelerated).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'deploymentType', message: obstacle }],
    })
    expect((await priceOf({ ssdPersStorageRequested: 100 * GIB })).available).toBe('AVAILABLE')
    expect((await priceOf({ ssdPersStorageRequested: 100 * GIB + 1 })).available).toBe('NOT_AVAILABLE')
    expect((await priceOf({ hddPersStorageRequested: 1 })).available).toBe('NOT_AVAILABLE')
    expect((await priceOf({ ipsRequested: 9 })).available).toBe('AVAILABLE')
    expect((await priceOf({ ipsRequested: 10 })).available).toBe('NOT_AVAILABLE')
    expect((await priceOf({ region: 'away' })).available).toBe('UNKNOWN')
    await expect(harness.deploy({ region: 'away' })).rejects.toMatchObject({ code: 'regionDisabled' })
    const other = await computeHarness({
      engine: { ...engine, describe: () => Promise.reject(new Error('The engine is away')) },
    })
    try {
      const [region] = (await other.call('readRegions', {})).regions
      expect(region).toMatchObject({ availability: 'unknown', provider: expect.stringContaining('unreachable') })
      const price = await other.call('readPrice', { region: 'us-west', availableCheck: true, cpuRequested: 100 })
      expect(price.available).toBe('UNKNOWN')
    } finally {
      await other.close()
    }
  } finally {
    await harness.close()
    await process.close()
  }
})
