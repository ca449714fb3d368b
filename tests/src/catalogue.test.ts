import { describe, expect, test } from 'vitest'
import { customSize } from '../../src/catalogue/custom-plan.ts'
import { defaultPlan, offeredPlans } from '../../src/catalogue/offered-plans.ts'
import { onePerRegion } from '../../src/catalogue/one-per-region.ts'
import { registryKind } from '../../src/catalogue/registry-kind.ts'
import { visibleCategories, visibleTemplates } from '../../src/catalogue/visible-templates.ts'
import type { Plan, Region, Template, UnitPrice } from '../../src/contract/wire/catalogue.ts'
import { formatSize } from '../../src/rules/format-size.ts'
import { dailyPriceOfSize } from '../../src/rules/pricing/price-of-size.ts'

const GIB = 1_073_741_824

const plan = (_id: string, cpu: number, memory: number, recommendedPlan = false) =>
  ({ _id, name: _id.toUpperCase(), cpu, memory, storage: GIB, recommendedPlan }) as Plan
const nano = plan('nano', 100, GIB / 8)
const small = plan('small', 500, GIB / 2, true)
const large = plan('large', 2000, 4 * GIB)
const region = {
  region: 'us-west',
  title: 'US West',
  resources: { cpu: 1000, memory: 8 * GIB, storageEphemeral: 100 * GIB, gpu: 0, storage: [] },
} as unknown as Region
const template = (over: Partial<Template>): Template =>
  ({
    _id: 't',
    name: 'T',
    description: '',
    builtIn: false,
    metadata: { category: 'Tools' },
    services: [],
    ...over,
  }) as Template
const question = { plans: [nano, small, large], custom: null, template: null, templatePlan: null, region: null }

describe('offered plans', () => {
  test('without a template, plans keep their order and the recommended one is preselected [P4.15]', () => {
    const offers = offeredPlans(question)
    expect(offers.map(({ id }) => id)).toStrictEqual(['nano', 'small', 'large'])
    expect(defaultPlan(offers)?.id).toBe('small')
  })

  test('the custom plan comes first, then the template’s own; smaller plans are unavailable [P4.15]', () => {
    const custom = customSize({ cpu: 1, ram: 2, storage: null })
    const offers = offeredPlans({ ...question, custom, template: template({ name: 'Postgres' }), templatePlan: small })
    expect(offers.map(({ id }) => id)).toStrictEqual(['custom-id', 'small', 'nano', 'large'])
    expect(offers.map(({ obstacle }) => obstacle)).toStrictEqual([null, null, 'Too small for Postgres', null])
    expect(defaultPlan(offers)?.id).toBe('small')
  })

  test('plans that exceed the region’s capacity are unavailable [P5.1, P4.14]', () => {
    const offers = offeredPlans({ ...question, region })
    expect(offers.map(({ obstacle }) => obstacle)).toStrictEqual([
      null,
      null,
      'Not enough capacity in US West at present',
    ])
  })

  test('an unknown capacity is no obstacle: the server decides [P4.5]', () => {
    const unknown = {
      ...region,
      availability: 'unknown',
      resources: { ...region.resources, cpu: 0, memory: 0 },
    } as const
    expect(offeredPlans({ ...question, region: unknown }).every(({ obstacle }) => obstacle === null)).toBe(true)
  })

  test('a custom plan requires cpu and ram, and its storage is 20 GiB by default [P5.1, P9.2]', () => {
    expect(customSize({ cpu: 1, ram: null, storage: 5 })).toBeNull()
    expect(customSize({ cpu: null, ram: 1, storage: 5 })).toBeNull()
    expect(customSize({ cpu: 0.5, ram: 2, storage: null })).toStrictEqual({
      cpu: 500,
      memory: 2 * GIB,
      storage: 20 * GIB,
    })
  })
})

test('a region is listed once, without scaling where it can be', () => {
  const entry = (name: string, scalingMode: Region['scalingMode']) => ({ ...region, region: name, scalingMode })
  const entries = [
    entry('a', 'SCALING_ALLOWED'),
    entry('a', 'NO_SCALING'),
    entry('b', 'AUTO_SCALING'),
    entry('b', 'SCALING_ALLOWED'),
  ]
  expect(onePerRegion(entries)).toStrictEqual([entries[1], entries[2]])
})

test('lists built-in templates first, hides GPU templates, and filters by image and category [P5.2]', () => {
  const hello = template({ _id: 'hello', name: 'Hello', builtIn: true })
  const redis = template({ _id: 'redis', name: 'Redis', services: [{ image: 'redis:7' }] as never })
  const ai = template({ _id: 'ollama', name: 'Ollama', metadata: { category: 'AI' } })
  const all = { search: '', category: '' }
  expect(visibleTemplates([redis, ai, hello], all).map(({ _id }) => _id)).toStrictEqual(['hello', 'redis'])
  expect(visibleTemplates([redis, hello], { ...all, search: ' REDIS:7 ' })).toStrictEqual([redis])
  expect(visibleTemplates([redis, hello], { ...all, category: 'Databases' })).toStrictEqual([])
  expect(visibleCategories(['Tools', 'Node', 'AI'])).toStrictEqual(['Tools'])
})

test('a price is null if the region has no prices', () => {
  const price = {
    region: 'us-west',
    scalingMode: 'NO_SCALING',
    cpu: 9_000_000,
    memory: 3_200_000,
    hdEphemeral: 50_000,
    persistentStorageHDD: 0,
    persistentStorageSSD: 0,
    persistentStorageNVME: 0,
    ip: 0,
  } satisfies UnitPrice
  expect(dailyPriceOfSize(nano, [price], 'us-west')).toBe(45_000)
  expect(dailyPriceOfSize(nano, [price], 'apac')).toBeNull()
  const scaled = { ...price, scalingMode: 'AUTO_SCALING', cpu: 1 } as const
  expect(dailyPriceOfSize(nano, [scaled], 'us-west'), 'the only mode').toBeLessThan(45_000)
  expect(dailyPriceOfSize(nano, [scaled, price], 'us-west'), 'without scaling').toBe(45_000)
})

test('formats a size with units', () => {
  expect(formatSize({ cpu: 100, memory: GIB / 8, storage: GIB })).toBe('0.1 vCPU · 128 MiB memory · 1 GiB disk')
})

test.each([
  ['123.dkr.ecr.eu-west-1.amazonaws.com', 'amazon'],
  ['https://ghcr.io/you', 'github'],
  ['europe-docker.pkg.dev', 'google'],
  ['GCR.io', 'google'],
  ['team.azurecr.io', 'azure'],
  ['registry-1.docker.io', 'docker'],
  ['registry.example.com:5000', 'default'],
  ['notghcr.io', 'default'],
  ['', 'default'],
])('the registry of %s is %s [P2.31]', (address, kind) => {
  expect(registryKind(address).kind).toBe(kind)
})
