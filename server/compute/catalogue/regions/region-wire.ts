import type { OptionalSetting, Region as RegionWire, Resources } from '../../../../src/contract/wire/catalogue.ts'
import { THIS_MACHINE } from '../../../engines/engines.ts'
import type { EngineDescription } from '../../../engines/interface/description.ts'
import { engineTitle } from './region-engine.ts'
import { type Region, resourcesOf } from './regions.ts'
import { discountAt } from './unit-price.ts'

/** What an engine answered. */
export interface EngineState {
  /** Where it runs, for users. */
  title: string
  description: EngineDescription
  available: Resources
  supportedSettings: readonly OptionalSetting[]
}

/** By the name of the engine, without those that cannot be reached. */
export type EngineStates = ReadonlyMap<string, EngineState>

/** The setting that a region and not its engine supports. */
const ADDRESSES = ['addresses'] as const

const nothing: Resources = { cpu: 0, memory: 0, storageEphemeral: 0, gpu: 0, storage: [] }

/** Returns an entry for each scaling mode of each region. */
export function regionsWire(regions: readonly Region[], engines: EngineStates, nowMs: number): RegionWire[] {
  return regions.flatMap((region, index) => {
    const state = region.isServed ? engines.get(region.engineName) : undefined
    const resources = state ? resourcesOf(region, state.available) : nothing
    return region.scalingModes.map((scalingMode) => ({
      region: region.name,
      title: region.title,
      isPrimaryForScaling: index === 0,
      scalingMode,
      disabled: region.isDisabled,
      provider: providerOf(region, state),
      ip_supported: region.addressCount > 0,
      availability: state ? (isFull(resources) ? 'not_available' : 'available') : 'unknown',
      resources,
      supportedSettings: state ? [...state.supportedSettings, ...(region.addressCount > 0 ? ADDRESSES : [])] : null,
      discount: discountAt(region, nowMs),
    }))
  })
}

const isFull = ({ cpu, memory, storageEphemeral }: Resources): boolean =>
  cpu === 0 || memory === 0 || storageEphemeral === 0

function providerOf(region: Region, state: EngineState | undefined): string {
  if (state) return `${state.title} (${state.description.name} ${state.description.version})`
  const title = region.engineName === '' ? THIS_MACHINE : engineTitle(region)
  return region.isServed ? `${title} (engine unreachable)` : `${title} (not connected)`
}
