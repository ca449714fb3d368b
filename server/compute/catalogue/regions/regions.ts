import * as v from 'valibot'
import {
  type Resources,
  type ScalingMode,
  storageClasses,
  type UnitPrice,
} from '../../../../src/contract/wire/catalogue.ts'
import type { Engine } from '../../../engines/engine.ts'
import type { Engines } from '../../../engines/engines.ts'
import { addressPool } from '../../addresses/pool/address-pool.ts'
import { invalidField } from '../invalid-field.ts'
import { defaultRegions } from './default-regions.ts'
import { engineNameOf } from './region-engine.ts'
import { type RegionSettings, regionList } from './region-settings.ts'
import { unitPriceAt } from './unit-price.ts'

const GIB = 1_073_741_824

export interface Region extends RegionSettings {
  isDisabled: boolean
  /** The name of its engine, as in `replica.engine`. */
  engineName: string
  /** Whether its engine is one of this installation. */
  isServed: boolean
  /** How many addresses its pool has. */
  addressCount: number
}

/** The regions of this installation. */
export interface Regions {
  /** The first one is the primary region. */
  list: readonly Region[]
  /** Returns the named region, or the primary one without a name; throws `invalid` for an unknown one. */
  named(name: string | undefined): Region
  /** Returns the name of the engine of an instance's region; the default one when the settings no longer have it. */
  engineOf(name: string): string
  /** Returns the present prices of an instance's region; of the primary one when the settings no longer have it. */
  unitPriceOf(name: string): UnitPrice
  /** Returns the present prices of a region; throws `invalid` for a scaling mode that it does not have. */
  unitPrice(region: Region, scalingMode?: ScalingMode): UnitPrice
}

export interface RegionOptions {
  /** Null for the default regions. */
  settings: readonly RegionSettings[] | null
  engines: Engines<Pick<Engine, 'name'>>
  /** Offers addresses that only this machine reaches, unless there are settings. */
  isSandbox?: boolean
  disabledRegions: readonly string[]
  nowMs?: () => number
}

export function createRegions({
  settings,
  engines,
  isSandbox = false,
  disabledRegions,
  nowMs = Date.now,
}: RegionOptions): Regions {
  const defaultKind = engines.all().find(({ name }) => name === '')?.engine.name
  const list = (settings ?? v.parse(regionList, defaultRegions(engines.all(), isSandbox))).map((region): Region => {
    const engineName = engineNameOf(region, defaultKind)
    return {
      ...region,
      engineName,
      isDisabled: disabledRegions.includes(region.name),
      isServed: engines.has(engineName),
      addressCount: addressPool(region.addressPool).size,
    }
  })
  const [primary] = list
  if (!primary) throw new Error('There is no region')
  return {
    list,

    named(name) {
      if (!name) return primary
      const found = list.find((region) => region.name === name)
      if (found) return found
      const known = list.map((region) => region.name).join(', ')
      throw invalidField('region', `Unknown region ${name}. Choose one of ${known}.`)
    },

    engineOf: (name) => list.find((region) => region.name === name)?.engineName ?? '',

    unitPriceOf(name) {
      const region = list.find((candidate) => candidate.name === name) ?? primary
      return unitPriceAt(region, region.scalingModes[0] ?? 'NO_SCALING', nowMs())
    },

    unitPrice(region, scalingMode) {
      const mode = scalingMode ?? region.scalingModes[0] ?? 'NO_SCALING'
      if (!region.scalingModes.includes(mode))
        throw invalidField(
          'scalingMode',
          `${region.title} does not offer ${mode}. Choose one of ${region.scalingModes.join(', ')}.`,
        )
      return unitPriceAt(region, mode, nowMs())
    },
  }
}

/** Returns what a region offers: its engine's free resources, with the GPUs and storage classes of its settings. */
export const resourcesOf = ({ gpuCount, storage }: RegionSettings, available: Resources): Resources => ({
  ...available,
  gpu: gpuCount,
  storage: storageClasses.flatMap((name) => {
    const gib = storage[name]
    return gib === undefined ? [] : [{ class: name, size: Math.floor(gib * GIB) }]
  }),
})
