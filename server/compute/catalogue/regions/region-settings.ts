import { readFileSync } from 'node:fs'
import ipaddr from 'ipaddr.js'
import * as v from 'valibot'
import { scalingModes, storageClasses } from '../../../../src/contract/wire/catalogue.ts'
import { instant } from '../../../../src/contract/wire/common.ts'
import { ownEngine } from '../../../engines/choice/engine-settings.ts'
import { StartUpError } from '../../../start-up/start-up-error.ts'
import { defaultPrices } from './default-prices.ts'
import { wrongEngine } from './region-engine.ts'

const MICROS = 1_000_000
const MAX_DOLLARS = 1000

const label = v.pipe(
  v.string(),
  v.maxLength(60),
  v.regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/, 'must be lower-case letters, digits and hyphens'),
)
/** The limit keeps the price of the largest request in the range of exact numbers. */
const monthlyDollars = v.pipe(
  v.number(),
  v.minValue(0, 'must be 0 or more'),
  v.maxValue(MAX_DOLLARS, `must be at most ${MAX_DOLLARS}`),
  v.transform((dollars) => Math.round(dollars * MICROS)),
)
const addresses = v.pipe(
  v.string(),
  v.check(
    (text) => ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv4.isValidCIDRFourPartDecimal(text),
    'must be an IPv4 address or a range such as 203.0.113.0/28',
  ),
)
const count = v.pipe(v.number(), v.integer('must be a whole number'), v.minValue(0, 'must be 0 or more'))
const sizeGib = v.pipe(v.number(), v.minValue(1, 'must be 1 or more'), v.maxValue(1e6, 'must be at most 1000000'))

const price = <const K extends keyof typeof defaultPrices>(key: K) => v.optional(monthlyDollars, defaultPrices[key])

const prices = v.strictObject({
  cpu: price('cpu'),
  memory: price('memory'),
  ephemeralStorage: price('ephemeralStorage'),
  hdd: price('hdd'),
  ssd: price('ssd'),
  nvme: price('nvme'),
  ip: price('ip'),
})

const settings = v.strictObject({
  name: label,
  title: v.pipe(v.string(), v.minLength(1), v.maxLength(60)),
  /** Null for the default engine; else its kind, its name, or its description. */
  engine: v.optional(
    v.nullable(v.union([label, ownEngine], 'must be docker, process, or the name or description of an engine')),
    null,
  ),
  scalingModes: v.optional(
    v.pipe(
      v.array(v.picklist(scalingModes)),
      v.minLength(1, 'must name a scaling mode'),
      v.check((modes) => new Set(modes).size === modes.length, 'must name each scaling mode once'),
    ),
  ),
  addressPool: v.optional(v.array(addresses), []),
  sharedAddress: v.optional(v.nullable(v.pipe(v.string(), v.ipv4('must be an IPv4 address'))), null),
  gpuCount: v.optional(count, 0),
  storage: v.optional(v.strictObject(v.entriesFromList(storageClasses, v.optional(sizeGib))), {}),
  prices: v.optional(prices, {}),
  discount: v.optional(
    v.nullable(
      v.strictObject({
        percent: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
        expirationDate: instant,
      }),
    ),
    null,
  ),
})

/** A region without the setting has one mode, and leaves autoscaling to its users. */
const region = v.pipe(
  settings,
  v.transform(({ scalingModes: modes, ...others }) => ({
    ...others,
    scalingModes: modes ?? ['NO_SCALING' as const],
    ...(modes && !modes.includes('AUTO_SCALING') && { forbidsAutoscaling: true }),
  })),
)

const pathOf = (regions: RegionSettings[], index: number): [v.ArrayPathItem, v.ObjectPathItem] => {
  const at = regions[index] as RegionSettings & Record<string, unknown> // The index is that of one of them.
  return [
    { type: 'array', origin: 'value', input: regions, key: index, value: at },
    { type: 'object', origin: 'value', input: at, key: 'engine', value: at.engine },
  ]
}

export const regionList = v.array(region)

export const regionFile = v.pipe(
  regionList,
  v.minLength(1, 'must contain a region'),
  v.check((regions) => new Set(regions.map(({ name }) => name)).size === regions.length, 'must name each region once'),
  v.rawCheck<RegionSettings[]>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const wrong = wrongEngine(dataset.value)
    if (wrong) addIssue({ message: wrong.message, path: pathOf(dataset.value, wrong.index) })
  }),
)

/** A region of this installation. Prices are micro-dollars a month, storage is GiB by class. */
export type RegionSettings = v.InferOutput<typeof region>

/** Reads the regions from a JSON file; null without one. */
export function regionsFrom(path: string | null): RegionSettings[] | null {
  if (path === null) return null
  const read = v.safeParse(regionFile, parsed(path))
  if (read.success) return read.output
  const problems = read.issues.map((issue) => `${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`)
  throw new StartUpError(`LONGSHORE_REGIONS ${path} is invalid: ${problems.join('; ')}. Correct it and start again.`)
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new StartUpError(`LONGSHORE_REGIONS ${path} is not a readable JSON file. Correct the path or the file.`, {
      cause,
    })
  }
}
