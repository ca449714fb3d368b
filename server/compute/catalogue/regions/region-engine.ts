import type { EngineSettings, RegionEngine, RegionEngines } from '../../../engines/choice/engine-settings.ts'
import type { EngineName } from '../../../engines/interface/description.ts'

interface OfRegion {
  name: string
  engine: RegionEngine
}

const KINDS: readonly string[] = ['docker', 'process'] satisfies EngineName[]

/** Whether a region names its engine by the kind alone. */
export const isKind = (engine: RegionEngine): engine is EngineName =>
  typeof engine === 'string' && KINDS.includes(engine)

/** Returns the name of a region's engine, as in `replica.engine`: empty for the default one. */
export function engineNameOf({ name, engine }: OfRegion, defaultKind: EngineName | undefined): string {
  if (engine === null || engine === defaultKind) return ''
  return typeof engine === 'string' ? engine : (engine.name ?? name)
}

/** Names the engine of a region for users. */
export const engineTitle = ({ name, engine }: OfRegion): string =>
  typeof engine === 'string' ? engine : (engine?.name ?? name)

/** Returns the engines that regions have of their own. */
export const ownEngines = (regions: readonly OfRegion[]): EngineSettings[] =>
  regions.flatMap(({ name, engine }) =>
    engine === null || typeof engine === 'string' ? [] : [{ ...engine, name: engine.name ?? name }],
  )

/** Returns the first region of a file whose engine is wrong, and why; undefined if none is. */
export function wrongEngine(regions: readonly OfRegion[]): { index: number; message: string } | undefined {
  const names = new Set<string>()
  const hosts = new Set<string>()
  const again = 'once; another region refers to it by its name'
  for (const [index, region] of regions.entries()) {
    const [own] = ownEngines([region])
    if (!own) continue
    if (KINDS.includes(own.name)) return { index, message: `must have another name: ${own.name} is reserved` }
    if (names.has(own.name)) return { index, message: `must describe the engine ${own.name} ${again}` }
    names.add(own.name)
    if (own.kind !== 'docker') continue
    if (hosts.has(own.host)) return { index, message: `must describe the engine at ${own.host} ${again}` }
    hosts.add(own.host)
  }
  const index = regions.findIndex(({ engine }) => typeof engine === 'string' && !isKind(engine) && !names.has(engine))
  return index < 0 ? undefined : { index, message: 'must be docker, process or the name of an engine of this file' }
}

/** Returns what the regions of a file need of the engines; null without a file. */
export const regionEngines = (regions: readonly OfRegion[] | null): RegionEngines | null =>
  regions && {
    usesDefault: regions.some(({ engine }) => engine === null),
    kinds: new Set(regions.map(({ engine }) => engine).filter(isKind)),
    own: ownEngines(regions),
  }
