import type { Region, Resources } from '../../../src/contract/wire/catalogue.ts'
import type { EngineDescription } from '../../engines/interface/description.ts'
import { regionList } from './region-list.ts'

/** One engine serves all regions, so all have the same `provider`. */
export function regionsWire(
  description: EngineDescription | undefined,
  resources: Resources,
  disabledRegions: readonly string[],
): Region[] {
  const provider = description
    ? `This machine (${description.name} ${description.version})`
    : 'This machine (engine unreachable)'
  return regionList.map(({ region, title, isPrimaryForScaling }) => ({
    region,
    title,
    isPrimaryForScaling,
    scalingMode: 'NO_SCALING',
    disabled: disabledRegions.includes(region),
    provider,
    ip_supported: false,
    resources,
  }))
}
