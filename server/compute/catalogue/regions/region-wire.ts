import type { OptionalSetting, Region as RegionWire, Resources } from '../../../../src/contract/wire/catalogue.ts'
import type { EngineDescription } from '../../../engines/interface/description.ts'
import { type Region, resourcesOf } from './regions.ts'
import { discountAt } from './unit-price.ts'

/** What the engine of this installation answered; undefined when it cannot be reached. */
export type EngineState =
  | { description: EngineDescription; available: Resources; supportedSettings: readonly OptionalSetting[] }
  | undefined

/** The setting that a region and not its engine supports. */
const ADDRESSES = ['addresses'] as const

const nothing: Resources = { cpu: 0, memory: 0, storageEphemeral: 0, gpu: 0, storage: [] }

/** Returns an entry for each scaling mode of each region. */
export function regionsWire(regions: readonly Region[], engine: EngineState, nowMs: number): RegionWire[] {
  return regions.flatMap((region, index) => {
    const state = region.isServed ? engine : undefined
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

function providerOf(region: Region, state: EngineState): string {
  if (state) return `This machine (${state.description.name} ${state.description.version})`
  return region.isServed ? 'This machine (engine unreachable)' : `${region.engine} (not connected)`
}
