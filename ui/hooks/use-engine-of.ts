import type { EngineOfRegions } from '../../src/contract/wire/configuration.ts'
import { useConfiguration } from './use-configuration.ts'

/** Returns the engine of a region, or that of the first region without one; undefined until the configuration is loaded. */
export function useEngineOf(region: string | undefined): EngineOfRegions | undefined {
  const engines = useConfiguration()?.engines
  return engines?.find(({ regions }) => region !== undefined && regions.includes(region)) ?? engines?.[0]
}
